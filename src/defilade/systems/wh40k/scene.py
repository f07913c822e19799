"""What stands where, said neutrally, for drawing.

Knows how models and terrain become pieces and grounds; judges nothing.
"""

from __future__ import annotations

from defilade.geometry.bases import Base, Circle, Oval, Polygon, bounds_of
from defilade.systems.wh40k.hiding import hidden
from defilade.systems.wh40k.objectives import MARKER
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import Area, Feature, Model, State
from defilade.systems.wh40k.terms import FRAME
from defilade.systems.wh40k.terrain import obscuring
from defilade.table import Ellipse, Footprint, Ground, Piece, Round, Scene, Shaped
from defilade.values import print_inches

ZONE = "deployment zone"


def zone_name(side: str) -> str:
    """What a side's deployment zone is called on a table."""
    return f"{side} zone"


def scene_of(state: State, rules: HouseRules) -> Scene:
    """The whole table: areas under features, features under models."""
    pieces = tuple(_piece(state, rules, model) for model in state.on_table())
    grounds = [
        *(
            Ground(zone_name(side), outline, (ZONE,), label=zone_name(side))
            for side, outline in state.zones.items()
        ),
        *(_area(area) for area in state.areas.values()),
        *(_feature(area, one) for area in state.areas.values() for one in area.features),
        *(
            Ground(one.id, (one.at,), ("objective",), round_radius=MARKER)
            for one in state.objectives.values()
            if one.at is not None
        ),
    ]
    low, high = _bounds(state)
    return Scene(state.title, low, high, pieces, tuple(grounds))


def _bounds(state: State) -> tuple[tuple[float, float], tuple[float, float]]:
    spans = [bounds_of(model.base) for model in state.on_table()]
    spans += [bounds_of(Polygon(area.outline)) for area in state.areas.values()]
    spans.append((0.0, 0.0, *state.size))
    x0, y0 = min(s[0] for s in spans), min(s[1] for s in spans)
    x1, y1 = max(s[2] for s in spans), max(s[3] for s in spans)
    return (x0, y0), (x1, y1)


def footprint(base: Base) -> Footprint:
    """A base around the origin as a footprint."""
    match base:
        case Circle(_, radius):
            return Round(radius)
        case Oval(_, half_length, half_width):
            return Ellipse(half_length, half_width)
        case Polygon(points):
            return Shaped(points)
        case _:
            raise TypeError(f"no base is a {type(base).__name__}")


def _piece(state: State, rules: HouseRules, model: Model) -> Piece:
    profile = model.profile
    shape = profile.base
    if profile.hull is not None and profile.has(FRAME):
        shape = profile.hull
    notes = [] if model.id.startswith(model.unit) else [model.unit]
    if model.wounds < profile.wounds:
        notes.append(f"{model.wounds}/{profile.wounds}")
    if hidden(state, rules, model):
        notes.append("hidden")
    if state.units[model.unit].battle_shocked:
        notes.append("shocked")
    return Piece(
        id=model.id,
        side=state.side_of(model),
        position=model.at,
        footprint=footprint(shape),
        facing=None if isinstance(shape, Circle) else model.facing,
        level=model.z,
        height=profile.height,
        notes=tuple(notes),
        unit=model.unit,
    )


def _area(area: Area) -> Ground:
    tags = ["area"]
    if obscuring(area):
        tags.append("obscuring")
    if area.objective:
        tags.append("objective")
    return Ground(id=area.id, outline=area.outline, tags=tuple(tags))


def _feature(area: Area, feature: Feature) -> Ground:
    return Ground(
        id=f"{area.id}/{feature.id}",
        outline=feature.outline,
        tags=("feature", str(feature.cat)),
        opaque=any(section.opaque and section.top > 0 for section in feature.sections),
        height=feature.top,
        label=print_inches(feature.top) if feature.id.startswith(area.id) else None,
    )
