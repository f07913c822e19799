"""What stands where, said neutrally, for drawing.

Knows how ships, sectors and scenery become pieces and grounds; judges nothing.
"""

from __future__ import annotations

from defilade.systems.dropfleet.spikes import signature
from defilade.systems.dropfleet.state import Scenery, Sector, Ship, State
from defilade.systems.dropfleet.terms import Layer, SceneryType, Spike
from defilade.table import Ground, Piece, Round, Scene
from defilade.values import print_inches

MARKER = 0.6
"""Radius a ship is drawn with; all distances are from its stem, the middle (DF-RNG-07)."""
LEVEL = {Layer.ATMOSPHERE: 0.0, Layer.LOW: 1.0, Layer.HIGH: 2.0}
"""Layers as levels, to tell them apart in pictures."""
RINGS = {Layer.ATMOSPHERE: 2, Layer.LOW: 1, Layer.HIGH: 0}
"""Layers by rings around a ship: the deeper, the more."""
_REMARKS = ("Rings around a ship: none in high orbit, one in low orbit, two in atmosphere.",)


def scene_of(state: State) -> Scene:
    """The whole table."""
    pieces = tuple(_piece(ship) for ship in state.ships.values() if not ship.destroyed)
    grounds = (
        *(_sector(sector) for sector in state.sectors.values() if sector.polygon),
        *(_ground(thing) for thing in state.scenery.values()),
    )
    points = [piece.position for piece in pieces]
    points += [point for ground in grounds for point in ground.outline]
    xs = [0.0, state.size[0], *(x for x, _ in points)]
    ys = [0.0, state.size[1], *(y for _, y in points)]
    return Scene(
        title=state.title,
        low=(min(xs), min(ys)),
        high=(max(xs), max(ys)),
        pieces=pieces,
        grounds=grounds,
        remarks=_REMARKS,
    )


def _piece(ship: Ship) -> Piece:
    notes = [str(ship.layer), f"{ship.hull}/{ship.profile.hull}"]
    if ship.spike is not Spike.NONE:
        notes.append(f"{ship.spike} spike")
    if ship.silent:
        notes.append("silent")
    if ship.crippled:
        notes.append("crippled")
    if not ship.is_station:
        notes.append(f"Sig {print_inches(signature(ship))}")
    return Piece(
        id=ship.id,
        side=ship.side,
        position=ship.pos,
        footprint=Round(MARKER),
        facing=None if ship.is_station else ship.facing,
        level=LEVEL[ship.layer],
        notes=tuple(notes),
        strength=(ship.hull, ship.profile.hull),
        rings=RINGS[ship.layer],
    )


def _sector(sector: Sector) -> Ground:
    tags = ["sector", str(sector.type), "ruins" if sector.ruins else f"hull {sector.hull}"]
    if sector.held_by:
        tags.append(f"held by {sector.held_by}")
    return Ground(id=sector.id, outline=sector.polygon, tags=tuple(tags))


def _ground(thing: Scenery) -> Ground:
    tags = tuple(str(tag) for tag in (thing.type, thing.density) if tag is not None)
    if thing.centre is not None and thing.radius > 0:
        return Ground(
            id=thing.id,
            outline=(thing.centre,),
            tags=tags,
            opaque=thing.type is SceneryType.LSO,
            round_radius=thing.radius,
        )
    outline = thing.line if thing.type is SceneryType.RING else thing.polygon
    return Ground(id=thing.id, outline=outline, tags=tags, opaque=thing.type is SceneryType.LSO)
