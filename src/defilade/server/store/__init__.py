"""What the server keeps: logs of sessions, seeds, shared battles, in a database.

Knows rows and transactions; nothing of rules, requests or links.
"""

from defilade.server.store.store import (
    Entry,
    Kept,
    NewSession,
    NotThere,
    Share,
    Store,
    Written,
    WrittenMeanwhile,
)

__all__ = [
    "Entry",
    "Kept",
    "NewSession",
    "NotThere",
    "Share",
    "Store",
    "Written",
    "WrittenMeanwhile",
]
