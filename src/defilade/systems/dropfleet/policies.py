"""Named policies: who chooses what when odds are asked, or when nobody cares to choose.

Knows the kinds of choice of this system; a policy is a function from the question to one of
its options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defilade.dice import Choose
from defilade.systems.dropfleet.point_defence import Spend

Policy = Callable[[Choose], Any]


def first(question: Choose) -> Any:
    """The first option: all fighters, boosters used, collateral on the first assets."""
    return question.options[0]


def last(question: Choose) -> Any:
    """The last option: fighters and boosters kept."""
    return question.options[-1]


def criticals(question: Choose) -> Any:
    """The way of Point Defence that stops most critical points, then most normal ones."""
    return max(question.options, key=_criticals_then_normals)


def normals(question: Choose) -> Any:
    """The way of Point Defence that stops most normal points, then most critical ones."""
    return max(question.options, key=lambda spend: _criticals_then_normals(spend)[::-1])


def _criticals_then_normals(option: Any) -> tuple[int, int]:
    assert isinstance(option, Spend)  # no other options are offered for Point Defence
    return (option.criticals, option.normals)


_DEFAULT: Mapping[str, Policy] = {
    "point_defence": criticals,
    "fighters": first,
    "squadron": first,
    "shield_booster": first,
    "collateral": first,
    "impel": first,
    "repair": first,
    "ground_points": first,
}

POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "default": _DEFAULT,
    "normals_first": {**_DEFAULT, "point_defence": normals},
    "sparing": {**_DEFAULT, "fighters": last, "shield_booster": last},
}
"""`default` uses everything at once and stops criticals first where `pd_policy` is ask;
`normals_first` stops normal points first; `sparing` keeps fighters and boosters."""
