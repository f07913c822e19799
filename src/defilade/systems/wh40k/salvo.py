"""All attacks of one action on one target, one kind after another, and what they leave.

Knows attacks and squads; how losses come back onto models, too. Must not know phases.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Procedure
from defilade.systems.wh40k.attack import Attack
from defilade.systems.wh40k.shooting import grouped
from defilade.systems.wh40k.squad import Group, Squad
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.volley import Volley, saved_by

Saves = tuple[tuple[str, int, int | None], ...]
"""Printed save and invulnerable save of each group."""


@dataclass(frozen=True, slots=True)
class Salvo:
    """Attacks in turn; the answer is the squad left (WH-ATK-01)."""

    attacks: tuple[Attack, ...]
    squad: Squad
    saves: Saves
    defender: str = ""
    seen: tuple[str, ...] = ()

    def ask(self) -> Volley:
        """The next attacks that are alike."""
        attack = self.attacks[0]
        known = {name: (save, inv) for name, save, inv in self.saves}
        squad = saved_by(self.squad, known, attack.ap)
        return Volley(attack, squad, self.defender, self.seen)

    def take(self, squad: Squad) -> Procedure | Done[Squad]:
        """On, until nobody is left; attacks that remain are lost (WH-DMG-01)."""
        plain = Squad(tuple(sorted(replaced(squad), key=lambda group: group.name)))
        if len(self.attacks) == 1 or not squad.models:
            return Done(plain)
        return replace(self, attacks=self.attacks[1:], squad=plain)


def replaced(squad: Squad) -> list[Group]:
    """Groups without the save of one attack, so that equal losses are equal states."""
    return [replace(group, save=0) for group in squad.groups if group.models]


def saves_of(state: State, target: str) -> Saves:
    """The printed saves of a unit's groups."""
    found = []
    for models in grouped(state, target):
        profile = models[0].profile
        found.append((models[0].id, profile.save, profile.invulnerable))
    return tuple(found)


def losses(state: State, target: str, left: Squad) -> State:
    """The state after a unit's groups are down to what is left.

    Within a group the wounded model goes first, then the last listed: the owner may well choose
    otherwise, which changes nothing that is counted.
    """
    now = {group.name: group for group in left.groups if group.models}
    changed: list[Model] = []
    for models in grouped(state, target):
        order = sorted(models, key=lambda m: (m.wounds == m.profile.wounds, -models.index(m)))
        group = now.get(models[0].id)
        kept = group.models if group is not None else 0
        dead = order[: len(order) - kept]
        changed += [replace(model, wounds=0) for model in dead]
        if group is not None:
            first = order[len(dead)]
            changed.append(replace(first, wounds=group.left))
    return state.put_model(*changed)
