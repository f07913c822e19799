"""What changed between two states, as events.

Knows which differences are worth an event and which clause each belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.game import Event
from defilade.record import Datum, Record
from defilade.systems.dropfleet.condition import is_crippled
from defilade.systems.dropfleet.state import Sector, Ship, State
from defilade.systems.dropfleet.terms import Spike

Events = Iterator[Event]
_RANK = {Spike.NONE: 0, Spike.MINOR: 1, Spike.MAJOR: 2}


def event(code: str, clause: str, **params: Datum) -> Event:
    """One event."""
    return Event(code, clause, Record(**params))


def changes_first(before: State, after: State) -> Events:
    """Signals and layers, ship by ship: spikes, silence, shields."""
    for name, ship in after.ships.items():
        old = before.ships[name]
        if old != ship:
            yield from _signals(old, ship)
    if after.turn != before.turn:
        yield event("turn_began", "DF-SEQ-05", turn=after.turn)


def _signals(old: Ship, new: Ship) -> Events:
    name = new.id
    if new.layer is not old.layer:
        decayed = new.turned == old.turned and new.moved == old.moved and not new.layer_changed
        code, clause = ("decayed", "DF-DCN-03") if decayed else ("layer_changed", "DF-LAY-03")
        yield event(code, clause, ship=name, layer=new.layer)
    if new.shields_up is not old.shields_up:
        code = "shields_raised" if new.shields_up else "shields_lowered"
        yield event(code, "DF-SAV-04", ship=name)
    if new.silent is not old.silent:
        code = "silent_on" if new.silent else "silent_off"
        yield event(code, "DF-ORD-06" if new.silent else "DF-SPK-09", ship=name)
    if _RANK[new.spike] > _RANK[old.spike]:
        yield event("spike_gained", "DF-SPK-03", ship=name, spike=new.spike)
    elif _RANK[new.spike] < _RANK[old.spike]:
        yield event("spike_lost", "DF-SPK-08", ship=name, spike=new.spike)


def hull_changes(before: State, after: State) -> Events:
    """Hull of ships and sectors, and assets lost or landed (DF-SAV-06, DF-COL-03)."""
    for name, ship in after.ships.items():
        old = before.ships[name]
        lost = old.hull - ship.hull
        if lost > 0:
            yield event("hull_lost", "DF-SAV-06", target=name, points=lost, hull=ship.hull)
        elif lost < 0:
            yield event("hull_regained", "DF-DCN-04", ship=name, points=-lost, hull=ship.hull)
        if ship.corruptor > old.corruptor:
            gained = ship.corruptor - old.corruptor
            yield event("corrupted", "DF-WPN-12", ship=name, tokens=gained)
        if ship.facing != old.facing and ship.moved == old.moved:
            yield event("turned", "DF-WPN-15", ship=name, facing=ship.facing)
        yield from _assets(name, old, ship)
    for name, sector in after.sectors.items():
        was = before.sectors[name]
        if sector.hull < was.hull:
            lost = was.hull - sector.hull
            yield event("sector_damaged", "DF-BOM-06", sector=name, points=lost, hull=sector.hull)
        if sector.ruins and not was.ruins:
            yield event("sector_ruined", "DF-RUI-01", sector=name)
        yield from _assets(name, was, sector)


def _assets(place: str, old: Ship | Sector, new: Ship | Sector) -> Events:
    for asset in old.assets:
        if asset not in new.assets:
            yield event("asset_lost", "DF-COL-03", asset=asset, place=place)
    for asset in new.assets:
        if asset not in old.assets:
            yield event("asset_landed", "DF-GRD-06", asset=asset, place=place)


def changes_last(before: State, after: State) -> Events:
    """Crippling, its effects and repairs, then destruction: the last steps (DF-SEQ-02)."""
    for name, ship in after.ships.items():
        old = before.ships[name]
        if is_crippled(ship) and not is_crippled(old):
            yield event("crippled", "DF-CRP-01", ship=name)
        gained = list(ship.effects)
        for effect in old.effects:
            if effect in gained:
                gained.remove(effect)
            else:
                yield event("repaired", "DF-DCN-02", ship=name, effect=effect)
        for effect in gained:
            yield event("effect_gained", "DF-CRP-05", ship=name, effect=effect)
        if ship.corruptor < old.corruptor:
            yield event("repaired", "DF-WPN-12", ship=name, effect="corruptor")
        if ship.destroyed and not old.destroyed:
            yield event("destroyed", "DF-CAT-01", ship=name)
    for name, token in before.tokens.items():
        if name not in after.tokens:
            yield event("launch_lost", "DF-CAT-06", token=name, ship=token.on)
