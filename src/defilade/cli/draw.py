"""`defilade draw`: the table as SVG or PNG, with the geometry of a ruling on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from defilade.cli.ask import Detail, Words, rule
from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, Quiet, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.ruling import Fact, Ruling

FORMAT = "defilade.drawing"


def draw(
    file: File,
    words: Words = None,
    *,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="An .svg or .png; `-` is stdout.")
    ] = "-",
    scale: Annotated[
        float, typer.Option("--scale", min=0.1, max=10, help="PNG: pixels per unit.")
    ] = 2.0,
    detail: Detail = None,
    letters: Annotated[
        bool, typer.Option("--letters", help="A board in letters, where the game has them.")
    ] = False,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="A sheet to set the table up by, black on white.")
    ] = False,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Draw the table; with a question, also what its ruling rests on.

    PNG needs `pip install 'defilade[png]'`. JSON: `defilade.drawing` 1, with the SVG in it.

    Examples:

      defilade draw battle.yaml -o table.svg

      defilade draw battle.yaml fire Kyoto at Wraith with "Mass Driver" -o ruling.png

      defilade draw battle.yaml > table.svg

      defilade draw hexes.yaml --letters

      defilade draw battle.yaml --sheet -o sheet.svg
    """
    from defilade.cli.files import write_picture
    from defilade.cli.hexes import numbered
    from defilade.cli.loading import open_battle
    from defilade.cli.questions import QuestionError, question_of
    from defilade.drawing import setting_svg

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    if letters:
        _lettered(opened, screen)
        return
    try:
        asked = numbered(words or (), opened.scene)
        question = question_of(asked, detail=detail or ()) if asked else None
    except QuestionError as error:
        screen.complain(str(error))
        raise left(Code.USAGE) from None
    if sheet and question:
        screen.complain("--sheet: it takes no question")
        raise left(Code.USAGE)
    ruling = rule(question, opened, screen) if question else None
    svg = setting_svg(opened.scene) if sheet else picture_of(opened, ruling)
    file_written = None if out == "-" else out
    if not (as_json and out == "-"):
        write_picture(out, svg, screen, scale=scale)
    screen.emit({"format": FORMAT, "version": 1, "file": file_written, "svg": svg, "text": None})


def _lettered(opened: Opened, screen: Screen) -> None:
    """Print the board in letters; leaves where the game has none."""
    from defilade.systems.protocol import TextBoard

    system = opened.system
    if not isinstance(system, TextBoard):
        screen.complain(f"{system.title} has no boards in letters")
        raise left(Code.USAGE)
    text = system.board_text(opened.table)
    screen.say(text)
    screen.emit({"format": FORMAT, "version": 1, "file": None, "svg": None, "text": text})


def picture_of(opened: Opened, ruling: Ruling | None = None) -> str:
    """The SVG of a table, with the facts of a ruling and its verdict under the title."""
    from defilade.cli.questions import spoken
    from defilade.drawing import board_svg

    wording = opened.system.wording
    scene = opened.scene
    if ruling is None:
        return board_svg(scene)
    cited = ", ".join(ruling.clauses[:6])
    verdict = wording.term(ruling.verdict.value)
    subtitle = f"{spoken(ruling.question)}: {verdict} · {cited}"

    def words(fact: Fact) -> str | None:
        clause = fact.params.get("clause")
        said = wording.term(fact.code)
        return f"{said} [{clause}]" if clause else said

    return board_svg(scene, ruling.facts, words=words, subtitle=subtitle)
