"""What stands where, said neutrally, for drawing.

Knows how Regiments and terrain become pieces and grounds; judges nothing.
"""

from __future__ import annotations

from defilade.geometry.bases import Circle, centre_of
from defilade.geometry.formations import Formation, outline_of
from defilade.geometry.plane import rotated
from defilade.systems.conquest.sight import size_of
from defilade.systems.conquest.state import Regiment, State, Terrain
from defilade.table import Ground, Piece, Round, Scene, Shaped

MARKER = 0.5
"""Radius that a Regiment inside is drawn with, at the middle of the feature (CQ-OCC-07)."""


def scene_of(state: State) -> Scene:
    """The whole table."""
    pieces = [piece_of(state, r) for r in state.living()]
    return Scene(
        title=state.title,
        low=(0.0, 0.0),
        high=state.size,
        pieces=tuple(piece for piece in pieces if piece is not None),
        grounds=tuple(ground_of_terrain(t) for t in state.terrain.values()),
    )


def piece_of(state: State, regiment: Regiment) -> Piece | None:
    """A Regiment as a piece: its Stands' outline, or a marker inside; None if it is nowhere."""
    notes = [f"{regiment.stands} Stands"]
    if regiment.broken:
        notes.append("Broken")
    if regiment.formation is not None:
        return shaped_piece(regiment.id, regiment.player, regiment.formation, tuple(notes))
    if regiment.location is None:
        return None
    place = state.terrain[regiment.location]
    notes.append(f"in {place.id}")
    return Piece(
        regiment.id,
        regiment.player,
        centre_of(place.footprint),
        Round(MARKER),
        height=float(size_of(state, regiment)),
        notes=tuple(notes),
    )


def shaped_piece(name: str, side: str, formation: Formation, notes: tuple[str, ...] = ()) -> Piece:
    """A formation as a piece, its front edge in the middle of its position."""
    x, y = formation.front
    corners = tuple(
        rotated((px - x, py - y), -formation.facing) for px, py in outline_of(formation)
    )
    return Piece(name, side, formation.front, Shaped(corners), facing=formation.facing, notes=notes)


def ground_of_terrain(terrain: Terrain) -> Ground:
    """Terrain as ground, with what was agreed about it."""
    tags = [terrain.kind.value]
    if terrain.is_garrison:
        tags += [f"Defence {terrain.defence}", f"Capacity {terrain.capacity}"]
    if terrain.elevation:
        tags.append(f"Elevation {terrain.elevation}")
    if isinstance(terrain.footprint, Circle):
        circle = terrain.footprint
        return Ground(
            terrain.id,
            (circle.centre,),
            tuple(tags),
            opaque=terrain.obscuring,
            round_radius=circle.radius,
        )
    return Ground(terrain.id, terrain.footprint.points, tuple(tags), opaque=terrain.obscuring)
