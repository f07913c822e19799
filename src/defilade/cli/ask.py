"""`defilade ask`: may it, does it, and why; or everything one piece can do now."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, Quiet, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.ruling import Question, Ruling

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="QUESTION...", help="fire A at B with W, see A B, survey A, ..."),
]
Detail = Annotated[
    list[str] | None,
    typer.Option("--detail", metavar="NAME=VALUE", help="What only one game asks; repeatable."),
]


def ask(
    file: File,
    words: Words = None,
    *,
    detail: Detail = None,
    check: Annotated[bool, typer.Option("--check", help="Exit 1 if the ruling is no.")] = False,
    everybody: Annotated[
        bool, typer.Option("--all", help="In place of a question: the surveys of all pieces.")
    ] = False,
    picture: Annotated[
        str | None,
        typer.Option("--draw", metavar="FILE", help="Also draw a survey: an .svg or .png."),
    ] = None,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Ask for a ruling: verdict, reasons in order with their clauses, how close it was.

    Questions: fire, see, cover, enter, move, path, reach, and survey for all of one piece.
    JSON: `defilade.ruling` 1; a survey is `defilade.survey` 1, all of them `defilade.surveys` 1.

    Examples:

      defilade ask battle.yaml fire Kyoto at Wraith with "Mass Driver"

      defilade ask battle.yaml survey Kyoto --draw seen.svg

      defilade ask battle.yaml --all --draw lines.svg

      defilade ask battle.yaml fire Kyoto Wraith --detail orders=weapons_free --check

      cat battle.yaml | defilade ask - see A B --json
    """
    from defilade.cli.hexes import numbered
    from defilade.cli.loading import open_battle
    from defilade.cli.questions import SURVEY, QuestionError, question_of

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    verb, _, rest = " ".join(words or ()).partition(" ")
    if everybody or verb.lower() == SURVEY:
        if problem := _survey_problem(rest, everybody=everybody, words=words, detail=detail):
            screen.complain(problem)
            raise left(Code.USAGE)
        from defilade.cli.surveys import survey, survey_all

        if everybody:
            survey_all(opened, screen, picture=picture)
        else:
            survey(rest, opened, screen, picture=picture)
        return
    if picture is not None:
        screen.complain("--draw: with a survey or --all; `defilade draw` draws one ruling")
        raise left(Code.USAGE)
    try:
        question = question_of(numbered(words or (), opened.scene), detail=detail or ())
    except QuestionError as error:
        screen.complain(str(error))
        raise left(Code.USAGE) from None
    ruling = rule(question, opened, screen)
    answer(ruling, opened, screen)
    from defilade.cli.telling import is_no

    if check and is_no(ruling.verdict):
        raise left(Code.NO)


def _survey_problem(
    piece: str, *, everybody: bool, words: list[str] | None, detail: list[str] | None
) -> str | None:
    """What is wrong with a wish for a survey."""
    if everybody and words:
        return "--all: takes no question"
    if not everybody and not piece:
        return "write: survey PIECE"
    return "--detail: a survey takes none" if detail else None


def rule(question: Question, opened: Opened, screen: Screen) -> Ruling:
    """The ruling; leaves where a name of the question is nobody's, or a detail means nothing."""
    from defilade.cli.questions import named
    from defilade.systems.protocol import DetailError
    from defilade.systems.readings import ruled_in_full

    try:
        return ruled_in_full(question, opened.table, opened.system)
    except KeyError as error:
        if error.args and error.args[0] in named(question):
            unknown(str(error.args[0]), opened, screen)
        raise
    except DetailError as error:
        screen.complain(f"--detail: {error}")
        raise left(Code.USAGE) from None


def answer(ruling: Ruling, opened: Opened, screen: Screen) -> None:
    """Print a ruling, as text or as JSON."""
    from defilade.cli.telling import tell_ruling
    from defilade.formats.rulings import ruling_json

    system = opened.system
    screen.emit(ruling_json(ruling, system=system.name, wording=system.wording))
    tell_ruling(ruling, system, screen)


def unknown(name: str, opened: Opened, screen: Screen) -> NoReturn:
    """Say that nothing has that name, with the nearest and all there are, and leave."""
    scene = opened.scene
    pieces, grounds = ([each.id for each in some] for some in (scene.pieces, scene.grounds))
    if name in grounds and name not in pieces:
        screen.complain(f"{name!r} is a place; a piece is wanted here")
        screen.complain(f"  there are: {', '.join(pieces)}")
        raise left(Code.USAGE) from None
    units = [piece.unit for piece in scene.pieces if piece.unit]
    known = list(dict.fromkeys([*units, *pieces, *grounds]))
    near = get_close_matches(name, known, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    screen.complain(f"nothing here is called {name!r}{meant}")
    screen.complain(f"  there are: {', '.join(known)}")
    raise left(Code.USAGE) from None
