"""What other readings of an unsettled text would give, where they give something else.

Knows which readings a question may hang on, and when one can change nothing; the answers come
from whoever rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defilade.ruling import Cover, Entry, Firing, Movement, Question, Reading, Ruling, Sight
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.terms import Attack
from defilade.systems.readings import told_apart

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
_LIFTS: dict[str, frozenset[str]] = {
    "arc_test": frozenset({"out_of_arc", "not_seen"}),
    "garrison_target_point": frozenset({"line_broken", "not_seen"}),
    "garrison_contact_engages": frozenset({"engaged"}),
    "centre": frozenset({"out_of_range", "line_broken"}),
    "obscured_allows_volley": frozenset({"line_broken"}),
    "broken_charge": frozenset({"broken_may_not"}),
    "shared_stand_may_hit_garrison": frozenset({"not_in_contact"}),
    "gap_checked": frozenset({"too_near", "not_excused"}),
    "seeking": frozenset({"seeking_by_action"}),
    "start_inside": frozenset({"too_near", "nearer_still"}),
    "character_counts": frozenset({"too_many_stands", "characters_count"}),
}
"""Refusals that another value of an option may lift: what is refused for more stays so."""


def readings_of(
    question: Question,
    ruling: Ruling,
    state: State,
    rules: HouseRules,
    ruled: Callable[[HouseRules], Ruling],
) -> tuple[Reading, ...]:
    """Each other value of an option that would change the verdict or the numbers of a ruling;
    of what is refused, only the values that would allow it."""
    if isinstance(question, Firing):
        names = _ATTACKS.get(question.weapon or Attack.VOLLEY, ())
    else:
        names = _OTHERS[type(question)]
    against = {reason.code for reason in ruling.against}
    bearing = (
        name
        for name in names
        if (not against or against <= _LIFTS.get(name, frozenset()))
        and _bears(name, question, ruling, state)
    )
    return told_apart(ruling, rules, names=bearing, ruled=ruled)


def _bears(name: str, question: Question, ruling: Ruling, state: State) -> bool:
    """Whether an option is about anything that the question has."""
    by, at = _sides(question, state)
    obscured = bool(ruling.numbers.get("obscured"))
    bears = {
        "arc_test": by.formation is not None,
        "garrison_target_point": at is not None and at.location is not None,
        "centre": by.location is not None,
        "obscured_allows_volley": obscured,
        "obscured": obscured,
        "obscured_rounding": obscured,
        "broken_charge": by.broken,
        "seeking": question.detail.get("seeking") is not None,
        "character_counts": by.profile.characters > 0,
    }
    return bears.get(name, True)


def _sides(question: Question, state: State) -> tuple[Regiment, Regiment | None]:
    """Who asks and whom it is about; who is inside a feature stands for it."""
    match question:
        case Firing(by, at) | Sight(by, at) | Cover(by, at):
            inside = state.terrain[at].occupant if at in state.terrain else at
            return state.regiments[by], state.regiments.get(inside or "")
        case Movement(piece) | Entry(piece):
            return state.regiments[piece], None
