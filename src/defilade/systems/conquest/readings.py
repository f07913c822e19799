"""What other readings of an unsettled text would give, where they give something else.

Knows which readings a question may hang on; the answers come from whoever rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Any

from defilade.ruling import Cover, Entry, Firing, Movement, Question, Reading, Ruling, Sight
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.terms import Attack

_SIGHT = ("arc_test", "garrison_target_point")
_ATTACKS: dict[str, tuple[str, ...]] = {
    Attack.VOLLEY: (
        *_SIGHT,
        "garrison_contact_engages",
        "centre",
        "obscured_allows_volley",
        "obscured",
        "obscured_rounding",
    ),
    Attack.CHARGE: (*_SIGHT, "garrison_contact_engages", "broken_charge"),
    Attack.CLASH: ("shared_stand_may_hit_garrison",),
}
_OTHERS: dict[type[Any], tuple[str, ...]] = {
    Movement: ("gap_checked", "seeking", "start_inside", "garrison_contact_engages"),
    Sight: _SIGHT,
    Cover: ("garrison_target_point",),
    Entry: ("character_counts",),
}


def readings_of(
    question: Question, ruling: Ruling, rules: HouseRules, ruled: Callable[[HouseRules], Ruling]
) -> tuple[Reading, ...]:
    """Each other value of an option that would change the verdict or the numbers of a ruling."""
    if isinstance(question, Firing):
        names = _ATTACKS.get(question.weapon or Attack.VOLLEY, ())
    else:
        names = _OTHERS[type(question)]
    found = []
    for name in names:
        for value in _other_values(getattr(rules, name)):
            changed: dict[str, Any] = {name: value}
            other = ruled(replace(rules, **changed))
            if (other.verdict, other.numbers) != (ruling.verdict, ruling.numbers):
                found.append(Reading(name, str(value).lower(), other.verdict, other.numbers))
    return tuple(found)


def _other_values(value: object) -> Iterator[object]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Enum):
        yield from (member for member in type(value) if member is not value)
