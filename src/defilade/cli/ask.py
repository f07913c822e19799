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
    from defilade.formats.surveys import Found, Reckon, Row
    from defilade.ruling import Question, Ruling
    from defilade.systems.protocol import Prospect

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
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Ask for a ruling: verdict, reasons in order with their clauses, how close it was.

    Questions: fire, see, cover, enter, move, and survey for all of one piece.
    JSON: `defilade.ruling` 1; a survey is `defilade.survey` 1.

    Examples:

      defilade ask battle.yaml fire Kyoto at Wraith with "Mass Driver"

      defilade ask battle.yaml survey Kyoto

      defilade ask battle.yaml fire Kyoto Wraith --detail orders=weapons_free --check

      cat battle.yaml | defilade ask - see A B --json
    """
    from defilade.cli.loading import open_battle
    from defilade.cli.questions import SURVEY, QuestionError, question_of

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    verb, _, rest = " ".join(words or ()).partition(" ")
    if verb.lower() == SURVEY:
        if not rest:
            screen.complain("write: survey PIECE")
            raise left(Code.USAGE)
        if detail:
            screen.complain("--detail: a survey takes none")
            raise left(Code.USAGE)
        survey(rest, opened, screen)
        return
    try:
        question = question_of(words or (), detail=detail or ())
    except QuestionError as error:
        screen.complain(str(error))
        raise left(Code.USAGE) from None
    ruling = rule(question, opened, screen)
    answer(ruling, opened, screen)
    from defilade.cli.telling import is_no

    if check and is_no(ruling.verdict):
        raise left(Code.NO)


def rule(question: Question, opened: Opened, screen: Screen) -> Ruling:
    """The ruling; leaves where a name of the question is nobody's, or a detail means nothing."""
    from defilade.cli.questions import named
    from defilade.systems.protocol import DetailError

    try:
        return opened.system.rule(question, opened.table)
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


def survey(piece: str, opened: Opened, screen: Screen) -> None:
    """Print everything a piece can do or suffer now, the most useful first."""
    from defilade.formats.surveys import survey_json, surveyed

    try:
        rows = tuple(surveyed(piece, opened.table, opened.system, reckon=_reckoned(opened)))
    except KeyError as error:
        if error.args and error.args[0] == piece:
            unknown(piece, opened, screen)
        raise
    screen.emit(survey_json(piece, rows, opened.system))
    if not rows:
        screen.say(f"{piece}: nothing to tell")
    for row in rows:
        _tell_row(row, opened, screen)


def unknown(name: str, opened: Opened, screen: Screen) -> NoReturn:
    """Say that nothing has that name, with the nearest and all there are, and leave."""
    scene = opened.scene
    known = [*(piece.id for piece in scene.pieces), *(ground.id for ground in scene.grounds)]
    near = get_close_matches(name, known, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    screen.complain(f"nothing here is called {name!r}{meant}")
    screen.complain(f"  there are: {', '.join(known)}")
    raise left(Code.USAGE) from None


def _reckoned(opened: Opened) -> Reckon:
    """Exact odds under the default policy, where no player must choose and they are not vast."""
    from defilade.dice import BudgetSpent, OpenChoice
    from defilade.systems.measuring import measured_odds

    def reckon(prospect: Prospect) -> Found | None:
        try:
            return measured_odds(prospect, opened.system.policies["default"])
        except (BudgetSpent, OpenChoice):
            return None

    return reckon


def _odds_text(row: Row, opened: Opened) -> str:
    """The odds of a row in a few words; empty where it has none."""
    from defilade.drawing import percent, summary

    if row.view.prospect is None:
        return ""
    if row.found is None:
        return "odds: ask for them with `defilade odds --sample`"
    parts = []
    for measure, odds in row.found:
        name = opened.system.wording.term(measure.name)
        if set(odds) <= {True, False} and all(isinstance(outcome, bool) for outcome in odds):
            parts.append(f"{name} {percent(odds.get(True, 0))}")
        else:
            parts.append(f"{name}: {summary(odds)}")
    return "; ".join(parts)


def _tell_row(row: Row, opened: Opened, screen: Screen) -> None:
    from defilade.cli.questions import spoken
    from defilade.cli.telling import style_of, value_text
    from defilade.ruling import Weight

    ruling, wording = row.view.ruling, opened.system.wording
    odds = _odds_text(row, opened)
    detail = ruling.question.detail
    said = ", ".join(f"{name} {wording.term(value_text(v))}" for name, v in detail.items())
    head = f"{wording.term(ruling.verdict.value).upper()}: {spoken(ruling.question)}"
    screen.say(head + (f" ({said})" if said else ""), style=style_of(ruling.verdict))
    speaking = ruling.against
    if not speaking and not odds:
        speaking = tuple(each for each in ruling.reasons if each.weight is Weight.FOR)
    for reason in speaking:
        screen.tell(f"  {wording.reason(reason)} [{reason.clause}]", indent=2)
    if odds:
        screen.tell(f"  {odds}", indent=2)
