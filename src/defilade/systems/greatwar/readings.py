"""What other values of house rules would make of a ruling, where they make something else.

Knows on which options a question may hang, and when one can change nothing; the answers come
from whoever rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defilade.ruling import Cover, Entry, Firing, Movement, Reading, Ruling, Sight
from defilade.systems.greatwar.clauses import CLAUSES
from defilade.systems.greatwar.options import HouseRules, LosHill
from defilade.systems.readings import told_apart

_SIGHT = ("los_edge", "los_corner_touch_blocks", "los_hill")
_PROTECTION = ("hill_ranged_only_from_below", "tank_tankschreck")
_HANGS_ON: dict[type[Any], tuple[str, ...]] = {
    Movement: ("bridge_along_road_only",),
    Sight: _SIGHT,
    Cover: _PROTECTION,
    Entry: ("bridge_along_road_only",),
    Firing: (*_SIGHT, "waterway_no_battle_if_started", *_PROTECTION),
}
"""Options that a question's answer may hang on; the others switch actions and dice."""
_UNSAID: dict[str, object] = {
    "bridge_along_road_only": False,
    "los_hill": LosHill.NONE,
    "tank_tankschreck": False,
    "waterway_no_battle_if_started": False,
}
"""Values that rule without a word: an option that has one may matter though no clause says so."""
_CLOSED = frozenset(
    {"no_sight", "unit_blocks", "hill_blocks", "ground_blocks", "edge_both_sides", "corner_blocks"}
)
_LIFTS: dict[str, frozenset[str]] = {
    **dict.fromkeys(_SIGHT, _CLOSED),
    "waterway_no_battle_if_started": frozenset({"began_in_water"}),
    "bridge_along_road_only": frozenset({"off_the_road"}),
}
"""Refusals that another value of an option may lift: what is refused for more stays so."""


def readings_of(
    ruling: Ruling, rules: HouseRules, ruled: Callable[[HouseRules], Ruling]
) -> tuple[Reading, ...]:
    """Each other value of an option that changes the verdict or a number of a ruling; of what is
    refused, only the values that would allow it."""
    cited = {CLAUSES[clause].option for clause in ruling.clauses}
    against = {reason.code for reason in ruling.against}
    bearing = (
        name
        for name in _HANGS_ON[type(ruling.question)]
        if (name in cited or getattr(rules, name) == _UNSAID.get(name))
        and against <= _LIFTS.get(name, frozenset())
    )
    return told_apart(ruling, rules, names=bearing, ruled=ruled)
