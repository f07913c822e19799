"""What makes a battle playable: every fault of a drawing at once, each with its place.

Knows the battle's fields and how they must fit together; builds the state only when it may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from defilade.record import Record
from defilade.systems.dropfleet.battle import Battle
from defilade.systems.dropfleet.build import state_of
from defilade.systems.dropfleet.checks_places import place_faults
from defilade.systems.dropfleet.checks_ships import (
    class_faults,
    sector_faults,
    ship_faults,
    weapon_faults,
)
from defilade.systems.dropfleet.orders import coherent, order_reasons
from defilade.systems.dropfleet.state import State, Volley
from defilade.systems.dropfleet.terms import Order
from defilade.table import Draft, Fault, Faults, Severity, Table, judged


def check(
    draft: Draft[Battle], system: str, waive: Iterable[str] = ()
) -> Table[State] | Faults[Battle]:
    """The table of a battle, or every fault found; waivers by name."""
    battle = draft.battle
    faults = tuple(
        chain(
            name_faults(battle),
            *(class_faults(name, kind) for name, kind in battle.classes.items()),
            *(
                ship_faults(kind, name, line, battle)
                for kind, lines in (("ships", battle.ships), ("stations", battle.stations))
                for name, line in lines.items()
            ),
            *(sector_faults(name, line) for name, line in battle.sectors.items()),
            *(
                weapon_faults(("tokens", name, "weapon"), token.weapon)
                for name, token in battle.tokens.items()
                if token.weapon is not None
            ),
            group_faults(battle),
            cluster_faults(battle),
            place_faults(battle),
        )
    )
    waived = tuple(waive)
    hard = [f for f in faults if f.severity is Severity.ERROR and f.waiver not in waived]
    if hard:
        return Faults(draft, faults)
    state = replace(state_of(battle), volley=Volley())
    table = Table(system, state, battle.options, waived)
    return judged(draft, table, (*faults, *play_faults(state, battle)))


_UNWRITABLE = re.compile(
    r",|->| (with|on|by|raising|suicidally|overcharged)( |$)|^$", re.IGNORECASE
)
"""What would make a name unreadable in a line of an action."""


def name_faults(battle: Battle) -> Iterator[Fault]:
    """One name, one thing: ships, stations and sectors share their names."""
    taken: dict[str, str] = {}
    kinds: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("ships", battle.ships),
        ("stations", battle.stations),
        ("sectors", battle.sectors),
        ("tokens", battle.tokens),
    )
    for kind, lines in kinds:
        for name in lines:
            if _UNWRITABLE.search(name) or name != " ".join(name.split()):
                yield Fault("name_unwritable", (kind, name), Record(name=name))
            if name in taken:
                params = Record(name=name, other=taken[name])
                yield Fault("name_twice", (kind, name), params)
            taken[name] = kind


def group_faults(battle: Battle) -> Iterator[Fault]:
    """Groups are of ships that exist, of one side, each ship in one group only (DF-SEQ-05)."""
    ships = {**battle.ships, **battle.stations}
    seen: dict[str, str] = {}
    for group, members in battle.groups.items():
        sides = {ships[name].side for name in members if name in ships}
        if not members:
            yield Fault("group_empty", ("groups", group))
        if len(sides) > 1:
            yield Fault("group_sides", ("groups", group), Record(sides=tuple(sorted(sides))))
        for number, name in enumerate(members):
            path = ("groups", group, number)
            if name not in ships:
                yield unknown("ship_unknown", path, name, ships)
            elif name in seen:
                yield Fault("ship_in_two_groups", path, Record(ship=name, other=seen[name]))
            seen[name] = group
    yield from _battlegroups(battle)
    if battle.active is not None and battle.active not in {*battle.groups, *ships}:
        yield unknown("group_unknown", ("active",), battle.active, {**battle.groups, **ships})


def _battlegroups(battle: Battle) -> Iterator[Fault]:
    grouped = {ship for members in battle.groups.values() for ship in members}
    alone = {name for name in {**battle.ships, **battle.stations} if name not in grouped}
    known = {*battle.groups, *alone}
    seen: dict[str, str] = {}
    for name, groups in battle.battlegroups.items():
        for number, group in enumerate(groups):
            path = ("battlegroups", name, number)
            if group not in known:
                yield unknown("group_unknown", path, group, known)
            elif group in seen:
                yield Fault("group_in_two", path, Record(group=group, other=seen[group]))
            seen[group] = name


def cluster_faults(battle: Battle) -> Iterator[Fault]:
    """Clusters are of sectors that exist, each in one cluster only (DF-BOM-08)."""
    seen: dict[str, str] = {}
    for cluster, line in battle.clusters.items():
        for number, name in enumerate(line.sectors):
            path = ("clusters", cluster, "sectors", number)
            if name not in battle.sectors:
                yield unknown("sector_unknown", path, name, battle.sectors)
            elif name in seen:
                yield Fault("sector_in_two", path, Record(sector=name, other=seen[name]))
            seen[name] = cluster
    for name in battle.sectors:
        if battle.clusters and name not in seen:
            yield warning("sector_without_cluster", ("sectors", name), sector=name)


def unknown(code: str, path: tuple[str | int, ...], name: str, known: Iterable[str]) -> Fault:
    """A name that nothing bears; the words are made with the names there are."""
    return Fault(code, path, Record(given=name, choices=tuple(sorted(known))))


def warning(
    code: str, path: tuple[str | int, ...], clause: str | None = None, **params: str
) -> Fault:
    """Something players should know that stops nothing."""
    return Fault(code, path, Record(**params), clause, Severity.WARNING)


def play_faults(state: State, battle: Battle) -> Iterator[Fault]:
    """What the rules would not have let happen; warnings only, since a battle may be a story."""
    for name, ship in state.ships.items():
        kind = "stations" if ship.is_station else "ships"
        path = (kind, name)
        if ship.order is not Order.STANDARD and not ship.is_station:
            for reason in order_reasons(state, ship, ship.order):
                params = Record(ship=name, order=str(ship.order), reason=reason.code)
                yield Fault(
                    "order_not_allowed",
                    (*path, "orders"),
                    params | reason.params,
                    reason.clause,
                    Severity.WARNING,
                )
    for name, group in state.groups.items():
        if name in battle.groups and not coherent(state, state.ships[group.ships[0]]):
            yield warning("out_of_coherency", ("groups", name), "DF-ORD-08", group=name)
