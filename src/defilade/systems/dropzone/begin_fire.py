"""Judges a squad's declared fire, and Reaction Fire.

Knows what is declared together; each shot is judged in `shooting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from defilade.ruling import Reason
from defilade.systems.dropzone.firing import noted, shooting_tasks
from defilade.systems.dropzone.judgement import Begin, Judged
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.rounds import (
    SHOOTING,
    action_reasons,
)
from defilade.systems.dropzone.shooting import Aim, Shot, judged
from defilade.systems.dropzone.state import (
    State,
)
from defilade.systems.dropzone.weapons import times
from defilade.table import Table


@dataclass(frozen=True, slots=True)
class Fired:
    """Units note what they fire, before the dice (DZ-SHT-02)."""

    shots: tuple[Shot, ...]

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Noted."""
        return noted(table, self.shots), ()


def fire_judged(table: Table[State], aims: Sequence[Aim]) -> Judged:
    """Judge a squad's whole fire: one squad, each weapon as often as it may (DZ-SHT-05)."""
    state = table.state
    squads = {state.units[aim.unit].squad for aim in aims}
    reasons: list[Reason] = []
    if len(squads) != 1:
        reasons.append(no("DZ-SHT-01", "one_squad_fires", squads=tuple(sorted(squads))))
    squad = state.units[aims[0].unit].squad
    reasons += action_reasons(state, squad, SHOOTING)
    reasons += _allocation(table, aims)
    shots = tuple(judged(table, aim) for aim in aims)
    reasons += [reason for shot in shots for reason in shot.reasons]
    if any(reason.forbids for reason in reasons):
        return Judged(tuple(reasons), shots=shots)
    noting: tuple[Task, ...] = (Begin(squad, SHOOTING), Fired(shots))
    return Judged(tuple(reasons), (*noting, *shooting_tasks(table, shots)), shots=shots)


def _allocation(table: Table[State], aims: Sequence[Aim]) -> list[Reason]:
    """One weapon, one target, except with Strafe-X; no Close Quarters beside others."""
    found = []
    fired: dict[tuple[str, str], int] = {}
    for aim in aims:
        fired[aim.unit, aim.weapon] = fired.get((aim.unit, aim.weapon), 0) + 1
    close = set()
    for (name, weapon_name), count in fired.items():
        unit = table.state.units[name]
        weapon = next(w for w in unit.stats.weapons if w.name == weapon_name)
        close.add(weapon.close)
        if count > times(weapon):
            found.append(no("DZ-SHT-05", "weapon_twice", unit=name, weapon=weapon_name))
    if len(close) > 1:
        found.append(no("DZ-GSH-02", "close_and_other", squad=aims[0].unit))
    return found


def react_judged(table: Table[State], aims: Sequence[Aim]) -> Judged:
    """Judge Reaction Fire: out of sequence, no action of the squad (DZ-SHT-08)."""
    shots = tuple(judged(table, replace(aim, reaction=True)) for aim in aims)
    reasons = tuple(reason for shot in shots for reason in shot.reasons)
    if any(reason.forbids for reason in reasons):
        return Judged(reasons, shots=shots)
    return Judged(reasons, (Fired(shots), *shooting_tasks(table, shots)), shots=shots)
