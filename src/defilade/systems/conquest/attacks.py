"""From Strikes and Shots to the dice thrown for them: values to hit and to save.

Knows which value goes with which attack; how many dice there are is for the chapters.
"""

from __future__ import annotations

from defilade.systems.conquest.actions import Volley
from defilade.systems.conquest.characteristics import saves_of, to_hit
from defilade.systems.conquest.charging import impact_contacts, impact_hits
from defilade.systems.conquest.ground import ground_of
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.splitting import Foe
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.steps import Assault, Batch
from defilade.systems.conquest.terms import Deed, Reroll
from defilade.systems.conquest.volleying import Shot


def _assault(
    state: State,
    rules: HouseRules,
    clause: str,
    *,
    by: Regiment,
    at: Regiment,
    batches: tuple[Batch, ...],
    pierced: int,
    morale: bool = True,
) -> Assault:
    return Assault(
        clause,
        batches,
        saves_of(state, at, pierced, rules).target,
        at if morale else None,
        reroll_hits=Reroll.HIT in by.profile.rerolls,
        reroll_saves=Reroll.DEFENCE in at.profile.rerolls,
        sides=(by.id, at.id),
    )


def clash_assault(state: State, rules: HouseRules, by: str, at: str, strikes: int) -> Assault:
    """Strikes of a Clash: Clash to hit, Cleave against Defence (CQ-CLA-05, CQ-CLA-09,
    CQ-CLA-13, CQ-CLA-15)."""
    mine, theirs = state.regiments[by], state.regiments[at]
    batches = (Batch(strikes, to_hit(mine, Deed.CLASH, rules)),)
    cleave = mine.profile.cleave
    return _assault(state, rules, "CQ-CLA-13", by=mine, at=theirs, batches=batches, pierced=cleave)


def foe_of(state: State, rules: HouseRules, by: str, at: str) -> Foe:
    """An enemy as Attacks may be split among several."""
    return Foe(state.regiments[at], clash_assault(state, rules, by, at, 1))


def impact_assault(state: State, rules: HouseRules, by: str, at: str) -> Assault | None:
    """Impact Hits after a Charge, resolved like Strikes and never Inspired; None where there are
    none (CQ-IMP-01, CQ-IMP-02, CQ-INS-01)."""
    mine, theirs = state.regiments[by], state.regiments[at]
    target = ground_of(state, theirs)
    if mine.formation is None or target is None:
        return None
    touching = impact_contacts(mine.formation, target)
    hits = impact_hits(mine, touching, garrison=theirs.location is not None)
    if not hits:
        return None
    batches = (Batch(hits, to_hit(mine, Deed.CHARGE, rules)),)
    cleave = mine.profile.cleave
    return _assault(state, rules, "CQ-IMP-02", by=mine, at=theirs, batches=batches, pierced=cleave)


def volley_assault(state: State, rules: HouseRules, action: Volley, found: Shot) -> Assault:
    """Shots of a Volley: Volley to hit, Armor Piercing against Defence (CQ-VOL-13); whether its
    Wounds cause Morale tests is agreed (CQ-MOR-03)."""
    mine, theirs = state.regiments[action.regiment], state.regiments[action.target]
    assert found.shots is not None  # a Volley without reasons has Shots
    return _assault(
        state,
        rules,
        "CQ-VOL-13",
        by=mine,
        at=theirs,
        batches=found.shots.batches,
        pierced=mine.profile.armor_piercing,
        morale=rules.volley_causes_morale,
    )
