"""`defilade sight` and `defilade map`: plain sight on the table, exact, with what proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, Quiet, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.cli.sightlines import Seen
    from defilade.geometry.bases import Base
    from defilade.table import Piece, Scene

FORMAT = "defilade.sight"
MAP_FORMAT = "defilade.map"

Out = Annotated[
    str | None, typer.Option("--out", "-o", metavar="FILE", help="Also draw it, SVG or PNG.")
]
Pieces = Annotated[bool, typer.Option("--pieces", help="Other pieces stop sight as well.")]


def sight(
    file: File,
    by: Annotated[str, typer.Argument(metavar="A", help="Who looks.")],
    at: Annotated[str | None, typer.Argument(metavar="[B]", help="At whom; all without.")] = None,
    *,
    pieces: Pieces = False,
    check: Annotated[bool, typer.Option("--check", help="Exit 1 if B is not seen.")] = False,
    out: Out = None,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Tell whether any part of A sees any part of B past the ground that stops sight.

    Plain geometry, from above: open, grazing (lines only touch outlines) or closed, how wide
    the lane is or how much is missing. What a game makes of it: `defilade ask FILE see A B`.
    JSON: `defilade.sight` 1.

    Examples:

      defilade sight battle.yaml A B

      defilade sight battle.yaml A --pieces

      defilade sight battle.yaml A B -o sight.svg --check
    """
    from defilade.cli.loading import open_battle
    from defilade.cli.sightlines import seen
    from defilade.geometry.sight import Verdict

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    scene = plane(opened, screen)
    looker = piece_of(by, scene, opened, screen)
    targets = [each for each in scene.pieces if each.id != by]
    if at is not None:
        targets = [piece_of(at, scene, opened, screen)]
    found = [
        seen(scene, looker, target, pieces=pieces)
        for target in screen.watched(targets, title="sight")
    ]
    screen.emit({"format": FORMAT, "version": 1, "sights": [_sight_json(one) for one in found]})
    for one in found:
        _tell(one, screen)
    if out:
        from defilade.cli.files import write_picture
        from defilade.drawing import board_svg

        facts = [fact for one in found for fact in one.facts]
        subtitle = f"plain sight from {by}"
        write_picture(out, board_svg(scene, facts, subtitle=subtitle), screen)
    if check and any(one.sight.verdict is not Verdict.OPEN for one in found):
        raise left(Code.NO)


def map_(
    file: File,
    by: Annotated[str, typer.Argument(metavar="A", help="Who looks.")],
    *,
    step: Annotated[
        float, typer.Option("--step", metavar="INCHES", min=0.25, help="Size of a square.")
    ] = 2.0,
    pieces: Pieces = False,
    out: Out = None,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Map what A sees: each square is judged by exact plain sight to its middle.

    A may be the name of a ground, such as a deployment zone: then somewhere in it somebody looks.
    JSON: `defilade.map` 1, rows from the bottom, true where hidden.

    Examples:

      defilade map battle.yaml A

      defilade map battle.yaml A --step 1 -o map.svg

      defilade map battle.yaml "attacker zone"

      defilade map battle.yaml A --json
    """
    from defilade.cli.loading import open_battle
    from defilade.cli.sightlines import hidden

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    scene = plane(opened, screen)
    looker = _looker(by, scene, opened, screen)
    found = hidden(scene, looker, step=step, pieces=pieces, but=by)
    rows = tuple(screen.watched(found, title="map"))
    screen.emit(_map_json(by, scene, step, rows))
    _tell_map(by, rows, screen)
    if out:
        from defilade.cli.files import write_picture
        from defilade.drawing import Shade, board_svg

        shade = Shade(scene.low, step, rows, f"hidden from {by}")
        write_picture(out, board_svg(scene, shade=shade, subtitle=shade.said), screen)


Rows = tuple[tuple[bool, ...], ...]


def _map_json(by: str, scene: Scene, step: float, rows: Rows) -> dict[str, Any]:
    return {
        "format": MAP_FORMAT,
        "version": 1,
        "piece": by,
        "low": list(scene.low),
        "step": step,
        "hidden": [list(row) for row in rows],
    }


def _tell_map(by: str, rows: Rows, screen: Screen) -> None:
    squares = sum(len(row) for row in rows)
    unseen = sum(sum(row) for row in rows)
    signs = ("+", "#") if screen.ascii_only else ("·", "▒")
    for row in reversed(rows):
        screen.tell("  " + "".join(signs[cell] * 2 for cell in row))
    share = round(100 * unseen / squares)
    seen = f"{by} sees {squares - unseen} of {squares} squares"
    screen.say(f"{seen}; {share} % are hidden ({signs[1]})")


def plane(opened: Opened, screen: Screen) -> Scene:
    """The scene in inches; leaves where the game is played on hexes."""
    scene = opened.scene
    if scene.hexes:
        screen.complain("this game is played on hexes: ask `defilade ask FILE see A B`")
        raise left(Code.USAGE)
    return scene


def piece_of(name: str, scene: Scene, opened: Opened, screen: Screen) -> Piece:
    """The piece of that name; leaves naming the nearest."""
    from defilade.cli.ask import unknown

    found = next((piece for piece in scene.pieces if piece.id == name), None)
    if found is None:
        unknown(name, opened, screen)
    return found


def _looker(name: str, scene: Scene, opened: Opened, screen: Screen) -> Base:
    """The base of a piece, or all of a ground."""
    from defilade.cli.sightlines import base_of
    from defilade.geometry.bases import Polygon

    for ground in scene.grounds:
        if ground.id == name and len(ground.outline) > 2:
            return Polygon(ground.outline)
    return base_of(piece_of(name, scene, opened, screen))


def _tell(one: Seen, screen: Screen) -> None:
    from math import inf

    from defilade.geometry.sight import Verdict
    from defilade.values import print_inches

    found = one.sight
    style = {Verdict.OPEN: "green", Verdict.GRAZING: "yellow", Verdict.CLOSED: "red"}
    head = f"{found.verdict.value.upper()}: {one.by} and {one.at}"
    if found.touching or found.lane == inf:
        screen.say(f"{head} touch", style=style[found.verdict])
        return
    if found.verdict is Verdict.OPEN:
        head += f", a lane {print_inches(found.lane)} wide"
    elif found.verdict is Verdict.GRAZING:
        head += ", lines only touch outlines"
    else:
        head += f", stopped by {', '.join(one.blockers)}"
        if found.short_by is not None:
            head += f"; {print_inches(found.short_by)} short"
    screen.say(head, style=style[found.verdict])
    if found.witness is not None:
        (x0, y0), (x1, y1) = found.witness.line
        screen.tell(f"  lay the laser from {x0:.2f}, {y0:.2f} to {x1:.2f}, {y1:.2f}")


def _sight_json(one: Seen) -> dict[str, Any]:
    found = one.sight
    finite = found.lane != float("inf")
    return {
        "by": one.by,
        "at": one.at,
        "verdict": found.verdict.value,
        "touching": found.touching,
        "lane": found.lane if finite else None,
        "short_by": found.short_by,
        "blockers": list(one.blockers),
        "line": [list(point) for point in found.witness.line] if found.witness else None,
    }
