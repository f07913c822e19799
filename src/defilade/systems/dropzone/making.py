"""Makes units, weapons and pieces of play from the lines of a battle file.

Knows notation and defaults; says what it cannot read, never what a rule makes of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from defilade.frozen import FrozenMap
from defilade.geometry.plane import angle_to_bearing, snap_point
from defilade.record import Datum, Record
from defilade.systems.dropzone.battle import (
    Battle,
    SceneryLine,
    Space,
    StatLine,
    UnitLine,
    WeaponLine,
)
from defilade.systems.dropzone.features import FEATURES, Preset
from defilade.systems.dropzone.keywords import Keyword
from defilade.systems.dropzone.options import DefaultEntrances, HouseRules
from defilade.systems.dropzone.state import (
    Aboard,
    Gone,
    InGarrison,
    OnTable,
    Path,
    Piece,
    Stats,
    Unit,
    Weapon,
    Where,
)
from defilade.systems.dropzone.terms import CENTRE, Arc, Rule, UnitType
from defilade.table import Fault, Severity
from defilade.table.faults import Path as Trail
from defilade.values import Need, NotationError, parse_inches

_ARCS = {
    "F": (Arc.FRONT,),
    "S": (Arc.LEFT, Arc.RIGHT),
    "S(L)": (Arc.LEFT,),
    "S(R)": (Arc.RIGHT,),
    "SL": (Arc.LEFT,),
    "SR": (Arc.RIGHT,),
    "R": (Arc.REAR,),
}
_COMPASS = ("N", "S", "E", "W")


@dataclass(slots=True)
class Notes:
    """Collects the faults found while lines are read."""

    faults: list[Fault] = field(default_factory=list)

    def error(
        self,
        code: str,
        path: Trail,
        clause: str | None = None,
        *,
        waiver: str | None = None,
        **params: Datum,
    ) -> None:
        """Note an error."""
        self.faults.append(Fault(code, path, Record(**params), clause, waiver=waiver))

    def warning(self, code: str, path: Trail, clause: str | None = None, **params: Datum) -> None:
        """Note a warning."""
        self.faults.append(Fault(code, path, Record(**params), clause, Severity.WARNING))


def specials(texts: Sequence[str], path: Trail, notes: Notes) -> tuple[Keyword, ...]:
    """Special rules by name; those not known are noted and left out (DZ-KEY-01)."""
    found = []
    for place, text in enumerate(texts):
        keyword = Keyword.parse(text)
        if keyword is None:
            notes.warning("unknown_special", (*path, place), "DZ-KEY-01", text=text)
        else:
            found.append(keyword)
    return tuple(found)


def weapon(line: WeaponLine, path: Trail, notes: Notes) -> Weapon:
    """A weapon from its line; the letters CQ as a range make it Close Quarters (DZ-CQ-01)."""
    ranges = [str(line.rf).strip().upper(), str(line.rc).strip().upper()]
    arcs: set[Arc] = set()
    for part in line.arc.upper().replace(" ", "").split("/"):
        if part in ("-", ""):
            continue
        if part not in _ARCS:
            notes.error("bad_arc", (*path, "arc"), "DZ-SHT-03", text=line.arc)
        arcs.update(_ARCS.get(part, ()))
    close = "CQ" in ranges
    return Weapon(
        name=line.name,
        mf=_inches(line.mf, (*path, "mf"), notes, dash=math.inf),
        arcs=tuple(arc for arc in Arc if arc in arcs),
        rf=math.inf if close else _inches(line.rf, (*path, "rf"), notes),
        rc=math.inf if close else _inches(line.rc, (*path, "rc"), notes),
        close=close,
        shots=line.shots,
        acc=_accuracy(line.acc, (*path, "acc"), notes),
        energy=line.energy,
        special=specials(line.special, (*path, "special"), notes),
    )


def _inches(given: float | str, path: Trail, notes: Notes, *, dash: float = 0.0) -> float:
    if isinstance(given, int | float):
        return float(given)
    if given.strip() in ("-", ""):
        return dash
    try:
        return parse_inches(given)
    except NotationError:
        notes.error("bad_inches", path, text=given)
        return 0.0


def _accuracy(given: str | int, path: Trail, notes: Notes) -> int | None:
    text = str(given).strip()
    if text in ("-", ""):
        return None
    try:
        return int(text) if text.isdigit() else Need.parse(text).value
    except NotationError:
        notes.error("bad_accuracy", path, "DZ-SHT-07", text=text)
        return None


def stats(line: UnitLine, kind: StatLine, path: Trail, notes: Notes) -> Stats | None:
    """A unit's characteristics: what its own line gives, else its kind's (DZ-UNI-02)."""
    given = {
        name: own if (own := getattr(line, name)) is not None else getattr(kind, name)
        for name in ("type", "mv", "armour", "dp")
    }
    missing = tuple(name for name, value in given.items() if value is None)
    if missing:
        notes.error("stats_missing", path, "DZ-UNI-02", unit=line.id, missing=missing)
        return None
    cm = line.cm or kind.cm
    transport = line.transport or kind.transport
    weapons = line.weapons or kind.weapons
    fortitude = line.fortitude or kind.fortitude
    if given["type"] is UnitType.INFANTRY and fortitude is None:
        notes.warning("no_fortitude", path, "DZ-UNI-02", unit=line.id)
    capacity = transport.capacity if transport else ()
    spaces = (capacity,) if isinstance(capacity, Space) else capacity
    requirement = transport.requirement if transport else None
    radius = line.base_radius if line.base_radius is not None else kind.base_radius
    height = line.height if line.height is not None else kind.height
    return Stats(
        **given,
        subtype=line.subtype or kind.subtype,
        fortitude=fortitude,
        active=bool(cm and cm.active),
        passive=cm.passive.value if cm and cm.passive else None,
        evasion=cm.evasion if cm else 0,
        height=height,
        base_radius=radius or 0.0,
        base=line.base or kind.base,
        special=specials(line.special or kind.special, (*path, "special"), notes),
        weapons=tuple(weapon(one, (*path, "weapons", n), notes) for n, one in enumerate(weapons)),
        requirement=(requirement.symbol, requirement.n) if requirement else None,
        capacity=tuple((space.symbol, space.n) for space in spaces),
        command=line.command or kind.command,
    )


def unit(line: UnitLine, made: Stats, battle: Battle) -> Unit | None:
    """A unit in its place; None where nothing says where it is and it is not destroyed."""
    where = _where(line, made, battle)
    if where is None:
        return None
    return Unit(
        id=line.id,
        squad=line.squad or line.id,
        side=line.side,
        stats=made,
        where=where,
        facing=None if line.facing is None else angle_to_bearing(line.facing),
        dp_lost=line.dp_lost,
        landed=line.landed,
        moved=line.moved,
        moved_round=line.moved,
    )


def _where(line: UnitLine, made: Stats, battle: Battle) -> Where | None:
    if line.dp_lost >= made.dp:
        return Gone()
    for garrison, inside in battle.occupancy.items():
        if line.id in inside:
            place = inside[line.id]
            return InGarrison(garrison, None if place == CENTRE else place)
    if line.embarked is not None:
        return Aboard(line.embarked)
    return None if line.at is None else OnTable(snap_point(line.at), line.level)


def piece(line: SceneryLine, options: HouseRules) -> Piece:
    """A scenery piece: agreed values first, then its feature's (DZ-CFG-01, DZ-FEA-02). A part
    of a big structure is a piece like any other (DZ-CFG-05)."""
    preset = FEATURES[line.feature] if line.feature is not None else Preset(())
    agreed = preset.rules if line.rules is None else line.rules
    rules = tuple(rule for rule in Rule if rule in agreed)
    outline = tuple(snap_point(point) for point in (line.footprint or line.line))
    starting = line.starting_dp if line.starting_dp is not None else preset.dp
    destructible = Rule.DESTRUCTIBLE in rules
    edges = FrozenMap(
        {name: tuple(snap_point(p) for p in stretch) for name, stretch in line.edges.items()}
        or straight_edges(outline, closed=not line.line)
    )
    return Piece(
        id=line.id,
        rules=rules,
        outline=outline,
        line=bool(line.line),
        height=line.height,
        level=line.level,
        opaque=line.opaque,
        armour=line.armour if line.armour is not None else preset.armour,
        starting_dp=starting,
        dp=(starting if line.dp is None else line.dp) if destructible else line.dp,
        tokens=line.collateral_tokens,
        edges=edges,
        blind_edges=tuple(sorted(line.blind_edges)),
        entrances=_entrances(line, outline, edges, options),
    )


def straight_edges(outline: Path, *, closed: bool) -> dict[str, Path]:
    """Every straight side by name: N, S, E, W of an upright rectangle, else 1, 2 ...
    (DZ-CFG-03)."""
    ends = (*outline[1:], outline[0]) if closed else outline[1:]
    sides = list(zip(outline, ends, strict=False))
    upright = len(sides) == 4 and closed and all(a[0] == b[0] or a[1] == b[1] for a, b in sides)
    if not upright:
        return {str(number): (a, b) for number, (a, b) in enumerate(sides, 1)}
    middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in sides]
    order = (
        max(range(4), key=lambda k: middle[k][1]),
        min(range(4), key=lambda k: middle[k][1]),
        max(range(4), key=lambda k: middle[k][0]),
        min(range(4), key=lambda k: middle[k][0]),
    )
    return {name: (sides[k][0], sides[k][1]) for name, k in zip(_COMPASS, order, strict=True)}


def _entrances(
    line: SceneryLine, outline: Path, edges: FrozenMap[str, Path], options: HouseRules
) -> tuple[Path, ...]:
    """Where one can get in: agreed places, or the whole outline (DZ-CFG-06)."""
    given = line.entrances
    if given is None and options.garrison_default_entrances is DefaultEntrances.NONE:
        return ()
    if given is None or isinstance(given, str):
        return tuple(edges.values()) if line.edges else (*_sides(outline),)
    return tuple(
        (snap_point(place),)
        if isinstance(place[0], int | float)
        else tuple(snap_point(p) for p in place)
        for place in given
    )


def _sides(outline: Path) -> tuple[Path, ...]:
    return tuple((outline[k], outline[(k + 1) % len(outline)]) for k in range(len(outline)))
