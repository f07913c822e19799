"""Who may take a session a step on: a key for the host and one for each side.

Knows keys, seats and who must agree before dice are taken back; nothing of what is played.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from defilade.server.problems import Problem, Trouble, trouble

HOST = "host"
"""Whoever began the session. Stands for the sides that nobody has come for."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a session, the hash of its key, and whether somebody came with that key."""

    side: str
    key_hash: str
    taken: bool = False


def new_key() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(24)


def hashed(key: str) -> str:
    """What is kept of a key."""
    return sha256(key.encode()).hexdigest()


def seat_of(key: str | None, host_hash: str, seats: Iterable[Seat]) -> str:
    """The side that a key is of, or `HOST`; raises `Trouble` for no key and for others."""
    if key is None:
        raise Trouble(Problem("key-needed", headers={"WWW-Authenticate": "Bearer"}))
    found = hashed(key)
    fitting = [seat.side for seat in seats if compare_digest(found, seat.key_hash)]
    if compare_digest(found, host_hash):
        return HOST
    if not fitting:
        raise trouble("wrong-key")
    return fitting[0]


def voices(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Who must agree that dice are taken back: every side that somebody came for, and the host
    for the others while there are others."""
    seats = tuple(seats)
    taken = tuple(seat.side for seat in seats if seat.taken)
    return taken if len(taken) > 1 and len(taken) == len(seats) else (*taken, HOST)


def seats_json(seats: Iterable[Seat], head: str, agreed: Iterable[str]) -> dict[str, Any]:
    """Who is at the table, and who has agreed to take back the dice thrown last."""
    seats, agreed = tuple(seats), tuple(agreed)
    waiting = [each for each in voices(seats) if each not in agreed]
    return {
        "seats": [{"side": seat.side, "taken": seat.taken} for seat in seats],
        "undo": {"head": head, "agreed": list(agreed), "waiting": waiting} if agreed else None,
    }


def new_seats(sides: Iterable[str]) -> tuple[tuple[Seat, ...], Mapping[str, str]]:
    """A seat for each side, and the keys by side, which are told once."""
    keys = {side: new_key() for side in sides}
    return tuple(Seat(side, hashed(key)) for side, key in keys.items()), keys
