"""How the server is set: where it keeps things, and every limit, as data.

Knows sizes, times, rates and counts; nothing of what they are limits for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from defilade.dice import BUDGET
from defilade.errors import DefiladeError
from defilade.formats.limits import BATTLE


class SettingsError(DefiladeError):
    """Limits that cannot be: an unknown name, or a value of the wrong kind."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often one client may do a kind of thing: a steady rate, and how many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the server. What goes beyond one is refused with a 4xx that names it,
    or with a 503 where the server is busy or full."""

    body: int = 1_500_000
    """Bytes of one request's body."""
    import_body: int = 12_000_000
    """Bytes of a request that brings files in."""
    body_seconds: float = 10.0
    """Time for a body to arrive."""
    text: int = BATTLE.characters
    """Characters of one battle."""
    questions: int = 64
    """Questions in one request."""
    ask_seconds: float = 5.0
    """Time for a check, a ruling, a survey, a picture."""
    import_seconds: float = 20.0
    """Time for bringing files in."""
    odds_seconds: float = 10.0
    """Time for the odds of one action."""
    move_seconds: float = 10.0
    """Time for one step of a session."""
    restore_seconds: float = 120.0
    """Time for folding a session again whose state is not at hand."""
    queue: int = 256
    """Requests waiting for a worker."""
    queue_seconds: float = 10.0
    """Time that a request waits for a worker."""
    grace_seconds: float = 2.0
    """Time that work nobody waits for any more may still take before it is stopped. Its process
    is ended then and another has to start, so that short work is better left to its end."""
    survey_seconds: float = 10.0
    """Time for a survey."""
    survey_odds_seconds: float = 2.5
    """Time in which the odds of a survey's rows are begun; later rows have none."""
    budget: int = BUDGET
    """States that the exact odds of one measure may visit: as many as on the command line."""
    survey_budget: int = BUDGET // 10
    """States that the odds of one measure in a row of a survey may visit."""
    trials: int = 10_000_000
    """Trials of sampled odds."""
    entries: int = 5_000
    """Entries in the log of one session."""
    sessions: int = 20_000
    """Sessions kept."""
    shares: int = 100_000
    """Shared battles kept."""
    feeds: int = 256
    """Listeners of all sessions together."""
    feeds_each: int = 32
    """Listeners of one session."""
    feed_poll_seconds: float = 2.0
    """How often a feed looks for what another server has written."""
    memory: int = 4_000_000_000
    """Bytes of address space of one worker."""
    remembered: int = 64
    """Battles and sessions that a worker keeps at hand."""
    kept: int = 500
    """Battles being set up that the server remembers, for all workers."""
    kept_characters: int = 50_000_000
    """Characters of all these battles together."""
    clients: int = 10_000
    """Clients whose rates are watched."""
    reading: Rate = field(default=Rate(100.0, 200))
    """Requests that only read what is kept."""
    asking: Rate = field(default=Rate(200.0, 400))
    """Checks, rulings, edits, pictures."""
    surveying: Rate = field(default=Rate(40.0, 80))
    """Surveys: a page asks for one after the other while something is dragged."""
    reckoning: Rate = field(default=Rate(10.0, 20))
    """Odds, and files brought in."""
    moving: Rate = field(default=Rate(50.0, 100))
    """Steps of sessions."""
    making: Rate = field(default=Rate(2.0, 30))
    """New sessions and shared battles."""


PAGE = Path(__file__).with_name("page")
"""Where `make page` puts the web page."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What one server is started with."""

    database: str = "sqlite:///defilade.db"
    """A URL of SQLAlchemy: SQLite, or PostgreSQL as `postgresql+psycopg://...`."""
    workers: int = 2
    """Processes that work out answers."""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "::1")
    """Names that requests may be addressed to; `*` allows any."""
    limits: Limits = field(default_factory=Limits)
    page: Path = PAGE
    """The folder of the built web page; need not be there."""


def limits_from(values: Mapping[str, Any], *, base: Limits | None = None) -> Limits:
    """Limits with some values replaced, a rate as `{per_second, burst}`; raises `SettingsError`.

    >>> limits_from({"entries": 10, "making": {"per_second": 1, "burst": 2}}).making
    Rate(per_second=1.0, burst=2)
    """
    base = base or Limits()
    known = {each.name: getattr(base, each.name) for each in fields(Limits)}
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise SettingsError(f"no limit is called {unknown[0]!r}; there are {', '.join(known)}")
    return replace(
        base, **{name: _like(known[name], value, name) for name, value in values.items()}
    )


def limits_json(limits: Limits) -> dict[str, Any]:
    """The limits as JSON values, as `limits_from` reads them."""
    found: dict[str, Any] = {}
    for each in fields(Limits):
        value = getattr(limits, each.name)
        found[each.name] = (
            {"per_second": value.per_second, "burst": value.burst}
            if isinstance(value, Rate)
            else value
        )
    return found


def _like(known: Any, given: Any, name: str) -> Any:
    """A given value as the kind of the known one."""
    match known, given:
        case Rate(), {"per_second": per_second, "burst": burst, **rest} if not rest:
            steady = _like(known.per_second, per_second, f"{name}.per_second")
            return Rate(steady, _like(known.burst, burst, f"{name}.burst"))
        case float(), int() | float() if not isinstance(given, bool) and given > 0:
            return float(given)
        case int(), int() if not isinstance(given, bool) and given > 0:
            return given
    raise SettingsError(f"the limit {name} cannot be {given!r}")
