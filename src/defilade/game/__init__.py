"""Playing: actions, log, session, replay.

Knows folding and stale views; never which system, nor how dice are had.
"""

from defilade.game.actions import Ambiguous, Event, NotUnderstood, Rejection
from defilade.game.log import Header, Log, LogError, compact, log_json, read_log
from defilade.game.rules import Rules
from defilade.game.session import Moment, Refusal, Session, fold, new_session, replay

__all__ = [
    "Ambiguous",
    "Event",
    "Header",
    "Log",
    "LogError",
    "Moment",
    "NotUnderstood",
    "Refusal",
    "Rejection",
    "Rules",
    "Session",
    "compact",
    "fold",
    "log_json",
    "new_session",
    "read_log",
    "replay",
]
