"""Jobs that show a table: the scene as JSON, and as SVG with what a ruling rests on.

Knows scenes and drawings; no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from defilade.drawing import PngUnavailable, board_svg, setting_svg
from defilade.drawing import png as pixels
from defilade.ruling import Fact
from defilade.server.problems import trouble
from defilade.server.work.answer import PNG, SVG, Answer, answer
from defilade.server.work.desk import Desk, Opened
from defilade.server.work.names import known, named, question_of
from defilade.table import Ground, Piece, Scene
from defilade.table.scene import Ellipse, Footprint, HexCell, Round, Shaped

Asked = Mapping[str, Any]


def scene(asked: Asked, desk: Desk) -> Answer:
    """What stands where."""
    opened = desk.opened(asked["battle"])
    return answer({"system": opened.system.name, "scene": scene_json(opened.scene)})


def svg(asked: Asked, desk: Desk) -> Answer:
    """The table as a picture, with the facts of the ruling on a question if one is put."""
    return Answer(_picture(asked, desk).encode(), SVG)


def png(asked: Asked, desk: Desk) -> Answer:
    """The same picture in pixels."""
    try:
        return Answer(pixels(_picture(asked, desk)), PNG)
    except PngUnavailable as error:
        raise trouble("no-png", f"{error}.") from None


def sheet(asked: Asked, desk: Desk) -> Answer:
    """A sheet to set the table up by."""
    return Answer(setting_svg(desk.opened(asked["battle"]).scene).encode(), SVG)


def _picture(asked: Asked, desk: Desk) -> str:
    opened = desk.opened(asked["battle"])
    question = asked.get("question")
    return board_svg(opened.scene) if question is None else _ruled(question, opened)


def _ruled(asked: Asked, opened: Opened) -> str:
    question = question_of(asked)
    with known(named(question), opened):
        ruling = opened.system.rule(question, opened.table)
    wording = opened.system.wording

    def words(fact: Fact) -> str | None:
        clause = fact.params.get("clause")
        said = wording.term(fact.code)
        return f"{said} [{clause}]" if clause else said

    verdict = wording.term(ruling.verdict.value)
    subtitle = f"{verdict} · {', '.join(ruling.clauses[:6])}"
    return board_svg(opened.scene, ruling.facts, words=words, subtitle=subtitle)


def scene_json(scene: Scene) -> dict[str, Any]:
    """A scene as JSON values: inches with y up and angles clockwise from +y, or axial hexes."""
    return {
        "title": scene.title,
        "low": list(scene.low),
        "high": list(scene.high),
        "hexes": scene.hexes,
        "pieces": [_piece(each) for each in scene.pieces],
        "grounds": [_ground(each) for each in scene.grounds],
        "places": [{"at": list(at), "name": name} for at, name in scene.places],
        "remarks": list(scene.remarks),
        "sides": list(dict.fromkeys(each.side for each in scene.pieces)),
    }


def _piece(piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.id,
        "side": piece.side,
        "position": list(piece.position),
        "footprint": footprint_json(piece.footprint),
        "facing": piece.facing,
        "level": piece.level,
        "height": piece.height,
        "notes": list(piece.notes),
        "label": piece.id,
        "unit": piece.unit or piece.id,
        "kind": piece.kind,
        "strength": None if piece.strength is None else list(piece.strength),
        "rings": piece.rings,
    }


def footprint_json(footprint: Footprint) -> dict[str, Any]:
    """A footprint as JSON values: its kind and its measures in inches."""
    match footprint:
        case Round(radius):
            return {"kind": "round", "radius": radius}
        case Ellipse(half_length, half_width):
            return {"kind": "ellipse", "half_length": half_length, "half_width": half_width}
        case Shaped(corners):
            return {"kind": "shaped", "corners": [list(each) for each in corners]}
        case HexCell():
            return {"kind": "hex"}
        case _ as never:
            assert_never(never)


def _ground(ground: Ground) -> dict[str, Any]:
    return {
        "id": ground.id,
        "outline": [list(each) for each in ground.outline],
        "holes": [[list(each) for each in hole] for hole in ground.holes],
        "tags": list(ground.tags),
        "opaque": ground.opaque,
        "height": ground.height,
        "round_radius": ground.round_radius,
        "label": ground.id if ground.label is None else ground.label,
        "look": ground.look,
        "trims": [
            {"kind": each.kind, "line": [list(point) for point in each.line], "label": each.label}
            for each in ground.trims
        ],
    }
