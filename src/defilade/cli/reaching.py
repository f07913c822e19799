"""`defilade reach`: all ground a piece can move to, as squares of letters and as a picture.

Knows a ruling's outlines by their marks: clear to end a move on, partly to cross alone.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, Quiet, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.ruling import Ruling
    from defilade.table import Scene

Rows = tuple[tuple[str, ...], ...]
END, CROSS, NOWHERE = "end", "cross", "nowhere"


def reach(
    file: File,
    piece: Annotated[str, typer.Argument(metavar="A", help="Who moves.")],
    *,
    step: Annotated[
        float, typer.Option("--step", metavar="INCHES", min=0.25, help="Size of a square.")
    ] = 1.0,
    detail: Annotated[
        list[str] | None,
        typer.Option("--detail", metavar="NAME=VALUE", help="What move it is; repeatable."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Also draw it, SVG or PNG.")
    ] = None,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Map where A may end its move, and what it may cross but not end on.

    Squares are judged by their middles, for the middle of A's base; a unit's models are mapped
    together. In games that rule on it. JSON: `defilade.ruling` 1, with the outlines as facts.

    Examples:

      defilade reach battle.yaml A

      defilade reach battle.yaml A --step 0.5 -o reach.svg

      defilade reach battle.yaml A --detail kind=advance --detail roll=4
    """
    from defilade.cli.ask import answer, rule
    from defilade.cli.loading import open_battle
    from defilade.cli.questions import QuestionError, question_of
    from defilade.cli.sight import plane

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    scene = plane(opened, screen)
    try:
        question = question_of(["reach", piece], detail=detail or ())
    except QuestionError as error:
        screen.complain(str(error))
        raise left(Code.USAGE) from None
    ruling = rule(question, opened, screen)
    rows = squares(ruling, scene, step)
    _tell(rows, screen)
    answer(ruling, opened, screen)
    if out:
        from defilade.cli.files import write_picture

        write_picture(out, picture(ruling, scene, rows, step=step), screen)


def squares(ruling: Ruling, scene: Scene, step: float) -> Rows:
    """Row by row from the bottom: what the middle of each square is for a move."""
    import shapely

    shapes = {mark: _shape(ruling, mark) for mark in ("clear", "partly")}
    (x0, y0), (x1, y1) = scene.low, scene.high
    across, up = ceil((x1 - x0) / step), ceil((y1 - y0) / step)
    found = []
    for row in range(up):
        spots = [(x0 + (k + 0.5) * step, y0 + (row + 0.5) * step) for k in range(across)]
        middles = shapely.points(spots)
        ends = shapely.intersects(shapes["clear"], middles)
        crosses = shapely.intersects(shapes["partly"], middles)
        pairs = zip(ends, crosses, strict=True)
        found.append(tuple(END if e else CROSS if c else NOWHERE for e, c in pairs))
    return tuple(found)


def picture(ruling: Ruling, scene: Scene, rows: Rows, *, step: float) -> str:
    """The board with the ground: outlined to end on, hatched to cross alone."""
    from defilade.drawing import Shade, board_svg
    from defilade.ruling import Disc

    facts = [fact for fact in ruling.facts if isinstance(fact.shape, Disc)]
    facts += [fact for fact in ruling.facts if fact.mark.value == "clear"]
    crossed = tuple(tuple(cell == CROSS for cell in row) for row in rows)
    shade = Shade(scene.low, step, crossed, "may be crossed, not ended on")
    name = getattr(ruling.question, "piece", "")
    subtitle = f"where {name} may end a move, by the middle of the base"
    return board_svg(scene, facts, shade=shade, subtitle=subtitle)


def _shape(ruling: Ruling, mark: str) -> Any:
    import shapely

    from defilade.ruling import Outline

    rings = [
        fact.shape.points
        for fact in ruling.facts
        if isinstance(fact.shape, Outline) and fact.mark.value == mark
    ]
    return shapely.union_all([shapely.Polygon(ring) for ring in rings])


def _tell(rows: Rows, screen: Screen) -> None:
    signs = {END: "o", CROSS: "#", NOWHERE: "."}
    if not screen.ascii_only:
        signs = {END: "●", CROSS: "▒", NOWHERE: "·"}
    for row in reversed(rows):
        screen.tell("  " + "".join(signs[cell] * 2 for cell in row))
    counts = {kind: sum(row.count(kind) for row in rows) for kind in (END, CROSS)}
    screen.say(
        f"{counts[END]} squares to end on ({signs[END]}), "
        f"{counts[CROSS]} to cross but not to end on ({signs[CROSS]})"
    )
