"""Named policies: who answers choices when odds or a batch must not stop for a player.

Knows kinds of choice and their options; nothing of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defilade.dice import Choose
from defilade.systems.greatwar.clash import Ignored

Policy = Callable[[Choose], Any]


def most(question: Choose) -> Any:
    """The last option: as many flags ignored as may be."""
    return question.options[-1]


def fewest(question: Choose) -> Any:
    """The first option: no flag ignored; the first route of retreat."""
    return question.options[0]


def fewest_figures(question: Choose) -> Any:
    """The choice that loses fewest figures to a blocked retreat, then holds the hex best."""
    return min(_ways(question), key=lambda way: (way.lost, -way.flags))


def out_of_the_hex(question: Choose) -> Any:
    """The choice that leaves the hex at the least cost: most hexes made, fewest figures."""
    return min(_ways(question), key=lambda way: (way.lost, way.lost - way.retreat))


def _ways(question: Choose) -> list[Ignored]:
    return [way for way in question.options if isinstance(way, Ignored)]


POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "default": {"ignore_flags": most, "retreat": fewest},
    "withdraw": {"ignore_flags": fewest, "retreat": fewest},
    "fewest_figures": {"ignore_flags": fewest_figures, "retreat": fewest},
    "yield_ground": {"ignore_flags": out_of_the_hex, "retreat": fewest},
}
"""`default` ignores as many flags as allowed (GW-FLAG-01), `withdraw` none; `fewest_figures`
is the defender's best for figures; `yield_ground` retreats as far as costs nothing."""
