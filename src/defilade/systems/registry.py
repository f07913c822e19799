"""Which rule systems are installed, found once through entry points.

Knows names and where they come from; loads a system only when it is asked for.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from defilade.errors import DefiladeError
from defilade.systems.protocol import System

GROUP = "defilade.systems"


class SystemFault(DefiladeError):
    """A system that is not installed, or that does not load."""


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Names of the installed systems, sorted."""
    return tuple(sorted(_points()))


@cache
def load(name: str) -> System:
    """The system of that name; raises `SystemFault` naming the nearest one."""
    if name not in _points():
        near = get_close_matches(name, names(), n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; installed: {', '.join(names())}"
        raise SystemFault(f"no rule system is called {name!r}{hint}")
    system: System = _points()[name].load()
    return system
