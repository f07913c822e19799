"""Checks of ships, stations, sectors and their weapons, line by line.

Knows what numbers can be and which flags contradict each other; never what others stand near.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from defilade.record import Record
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.battle import (
    Battle,
    SectorLine,
    Shielded,
    ShipClass,
    ShipLine,
    WeaponLine,
)
from defilade.systems.dropfleet.terms import Effect, Layer, Spike
from defilade.table import Fault, Path, Severity
from defilade.values import DiceExpr, Need

MOST_SHOTS = 200
"""Most attack dice or damage of one weapon: more is a slip of the pen."""
FAR = 1e6
PROFILE = ("scan", "signature", "thrust", "hull_start", "armour", "pd", "tonnage")
"""Characteristics that have a default when nobody gives them."""
ASSUMED = {"scan", "signature", "hull_start", "armour"}
"""Those whose default decides shots: their absence is worth a warning."""


def class_faults(name: str, kind: ShipClass) -> Iterator[Fault]:
    """The numbers and weapons of a class."""
    path = ("classes", name)
    yield from _numbers(path, kind)
    yield from _weapons(path, kind.weapons)
    yield from _rules(path, kind.special)


def ship_faults(kind: str, name: str, line: ShipLine, battle: Battle) -> Iterator[Fault]:
    """One ship or station of a battle."""
    path = (kind, name)
    yield from _numbers(path, line)
    yield from _weapons(path, line.weapons or {})
    yield from _rules(path, line.special or ())
    if line.ship_class is not None and line.ship_class not in battle.classes:
        params = Record(given=line.ship_class, choices=tuple(sorted(battle.classes)))
        yield Fault("class_unknown", (*path, "ship_class"), params)
    if kind == "ships" and not line.side:
        yield Fault("side_missing", path, Record(ship=name))
    if kind == "ships" and line.station is not None:
        yield Fault("station_among_ships", (*path, "station"), Record(ship=name))
    if kind == "stations" and line.station is None:
        yield Fault("station_without_size", path, Record(ship=name), "DF-STA-01")
    yield from _hull(path, line, battle)
    yield from _signals(path, line, battle)
    yield from _where(path, kind, line, battle)
    if kind == "ships":
        yield from _left_out(path, line, battle)
    for asset in line.assets:
        if line.station is None:
            params = Record(ship=name, asset=asset)
            yield Fault("assets_on_ship", (*path, "assets", asset), params, "DF-COL-07")


def sector_faults(name: str, line: SectorLine) -> Iterator[Fault]:
    """One sector: its numbers, its weapons, its layer (DF-BOM-03)."""
    path = ("sectors", name)
    if line.hull is not None and line.hull < 0:
        yield Fault("hull_negative", (*path, "hull"), Record(hull=line.hull))
    if line.hull == 0 and not line.ruins:
        yield _warn("sector_without_hull", (*path, "hull"), "DF-RUI-01", sector=name)
    if line.layer is not Layer.ATMOSPHERE:
        params = Record(layer=str(line.layer))
        yield Fault(
            "sector_layer", (*path, "layer"), params, "DF-BOM-03", waiver="sectors-anywhere"
        )
    if line.armour is not None:
        yield from _need((*path, "armour"), line.armour)
    yield from _weapons(path, line.weapons)


def special_of(line: ShipLine, battle: Battle) -> tuple[str, ...]:
    """The ship's own special rules, or those of its class."""
    if line.special is not None:
        return line.special
    return battle.classes.get(line.ship_class or "", ShipClass()).special


def has_rule(line: ShipLine, battle: Battle, name: str) -> bool:
    """Whether a ship or its class has a special rule."""
    return any(keywords.parse(text).name == name for text in special_of(line, battle))


def _warn(code: str, path: Path, clause: str | None = None, **params: str) -> Fault:
    return Fault(code, path, Record(**params), clause, Severity.WARNING)


def _numbers(path: Path, line: ShipClass | ShipLine) -> Iterator[Fault]:
    signature = line.signature
    lengths = {"scan": line.scan, "thrust": line.thrust}
    if isinstance(signature, Shielded):
        lengths |= {"signature": min(signature.down, signature.up)}
        if signature.up < signature.down:
            yield _warn("signature_upside_down", (*path, "signature"), "DF-RNG-09")
    else:
        lengths |= {"signature": signature}
    for name, value in lengths.items():
        if value is not None and not (math.isfinite(value) and 0 <= value <= FAR):
            yield Fault("length_impossible", (*path, name), Record(field=name, value=str(value)))
    if line.hull_start is not None and line.hull_start < 1:
        yield Fault("hull_start_small", (*path, "hull_start"), Record(hull=line.hull_start))
    if line.pd is not None and not 0 <= line.pd <= MOST_SHOTS:
        yield Fault("dice_impossible", (*path, "pd"), Record(dice=str(line.pd), most=MOST_SHOTS))
    for name, need in (("armour", line.armour), ("pcm", line.pcm)):
        if need is not None:
            yield from _need((*path, name), need)


def _need(path: Path, need: Need) -> Iterator[Fault]:
    """Target numbers are on the die, and none is sure (DF-DIC-04)."""
    if not 2 <= need.value <= 6:
        yield Fault("need_impossible", path, Record(need=str(need)), "DF-DIC-04")


def _weapons(path: Path, lines: Mapping[str, WeaponLine]) -> Iterator[Fault]:
    for name, line in lines.items():
        yield from weapon_faults((*path, "weapons", name), line)


def weapon_faults(path: Path, line: WeaponLine) -> Iterator[Fault]:
    """One weapon: its numbers, dice, arcs and rules."""
    yield from _need((*path, "lock"), line.lock)
    for field, dice in (("attack", line.attack), ("damage", line.damage)):
        yield from _dice((*path, field), dice)
    try:
        keywords.parse_arcs(line.arc)
    except ValueError:
        params = Record(given=line.arc, choices=("F", "F(N)", "S", "S(L)", "S(R)", "R"))
        yield Fault("arc_unknown", (*path, "arc"), params, "DF-ARC-03")
    yield from _rules(path, line.special)


def _dice(path: Path, dice: DiceExpr) -> Iterator[Fault]:
    """Six-sided dice and their halves only (DF-DIC-01, DF-DIC-02), and not too many."""
    if dice.low < 0 or dice.high > MOST_SHOTS:
        yield Fault("dice_impossible", path, Record(dice=str(dice), most=MOST_SHOTS))
    if dice.count and dice.sides not in (3, 6):
        yield Fault("dice_unknown", path, Record(dice=str(dice)), "DF-DIC-01")


def _rules(path: Path, texts: Iterable[str]) -> Iterator[Fault]:
    for number, text in enumerate(texts):
        if not keywords.known(keywords.parse(text)):
            known = (*keywords.WEAPON_RULES, *keywords.SHIP_RULES)
            params = Record(given=text, choices=known)
            place = (*path, "special", number)
            yield Fault("rule_unknown", place, params, None, Severity.WARNING)


def _hull(path: Path, line: ShipLine, battle: Battle) -> Iterator[Fault]:
    kind = battle.classes.get(line.ship_class or "", ShipClass())
    start = line.hull_start or kind.hull_start
    if line.hull is None:
        return
    if line.hull < 0:
        yield Fault("hull_negative", (*path, "hull"), Record(hull=line.hull), "DF-SAV-06")
    if start is not None and line.hull > start:
        params = Record(hull=line.hull, start=start)
        yield Fault("hull_above_start", (*path, "hull"), params)
    if line.hull == 0:
        yield _warn("ship_destroyed", (*path, "hull"), "DF-SAV-06", ship=str(path[1]))
    half = start is not None and start > 3 and 0 < 2 * line.hull <= start
    if half and not line.crippling_rolled and line.station is None:
        yield _warn("crippling_roll_due", (*path, "hull"), "DF-CRP-01", ship=str(path[1]))


def _signals(path: Path, line: ShipLine, battle: Battle) -> Iterator[Fault]:
    """Spikes, silence and shields that contradict each other or the ship's rules."""
    if line.silent and line.spike is not Spike.NONE:
        yield Fault("silent_with_spike", (*path, "spike"), clause="DF-SPK-09")
    if line.station is not None and line.spike is not Spike.NONE:
        yield Fault("station_with_spike", (*path, "spike"), clause="DF-SPK-11")
    if not line.crippled and line.spike is not Spike.NONE:
        full = has_rule(line, battle, "full cloak")
        partial = has_rule(line, battle, "partial cloak") and line.spike is Spike.MAJOR
        if full or partial:
            yield Fault("cloaked_with_spike", (*path, "spike"), clause="DF-SPK-10")
    if line.silent and line.shields_up:
        yield Fault("silent_with_shields", (*path, "silent"), clause="DF-SAV-04")
    seen: set[Effect] = set()
    for number, effect in enumerate(line.effects):
        if effect in seen and effect is not Effect.FIRE:
            params = Record(effect=str(effect))
            yield Fault("effect_twice", (*path, "effects", number), params, "DF-CRP-05")
        seen.add(effect)
    if line.corruptor < 0:
        yield Fault("hull_negative", (*path, "corruptor"), Record(hull=line.corruptor))


def _where(path: Path, kind: str, line: ShipLine, battle: Battle) -> Iterator[Fault]:
    if kind == "stations" and line.layer not in (None, Layer.LOW):
        params = Record(layer=str(line.layer))
        yield Fault(
            "station_layer", (*path, "layer"), params, "DF-STA-01", waiver="stations-anywhere"
        )
    low = kind == "ships" and line.layer is Layer.ATMOSPHERE
    if low and not has_rule(line, battle, "atmospheric"):
        yield Fault(
            "not_atmospheric",
            (*path, "layer"),
            Record(ship=str(path[1])),
            "DF-LAY-06",
            waiver="anyone-in-atmosphere",
        )
    if not math.isfinite(line.facing):
        yield Fault("length_impossible", (*path, "facing"), Record(field="facing", value="inf"))


def _left_out(path: Path, line: ShipLine, battle: Battle) -> Iterator[Fault]:
    """Characteristics that nobody gave, for which a default stands in."""
    kind = battle.classes.get(line.ship_class or "", ShipClass())
    missing = tuple(
        name
        for name in PROFILE
        if name in ASSUMED
        and getattr(line, name) is None
        and getattr(kind, name) is None
        and not (name == "hull_start" and line.hull is not None)  # hull left stands in for it
    )
    if missing:
        params = Record(ship=str(path[1]), fields=missing)
        yield Fault("assumed", path, params, None, Severity.WARNING)
