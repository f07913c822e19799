"""Everything one piece, or every piece, can do and suffer now: as lines, as JSON, as a picture.

Knows rows of surveys and how they are told; which rows there are is for the system.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from defilade.cli.ask import unknown
from defilade.cli.screen import Screen
from defilade.formats.surveys import Found, Reckon, Row, survey_json, surveyed

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.ruling import Fact
    from defilade.systems.protocol import Prospect

ALL_FORMAT = "defilade.surveys"


def survey(piece: str, opened: Opened, screen: Screen, *, picture: str | None = None) -> None:
    """Print everything a piece can do or suffer now, the most useful first."""
    try:
        rows = tuple(surveyed(piece, opened.table, opened.system, reckon=reckoned(opened)))
    except KeyError as error:
        if error.args and error.args[0] == piece:
            unknown(piece, opened, screen)
        raise
    screen.emit(survey_json(piece, rows, opened.system))
    if not rows:
        screen.say(f"{piece}: nothing to tell")
    for row in rows:
        _tell_row(row, opened, screen)
    if picture is not None:
        _draw(picture, rows, opened, screen, subtitle=f"What {piece} sees and what sees it")


def survey_all(opened: Opened, screen: Screen, *, picture: str | None = None) -> None:
    """Print the surveys of all pieces, units once; what is refused in one line for each kind."""
    names = tuple(dict.fromkeys(each.unit or each.id for each in opened.scene.pieces))
    reckon = reckoned(opened)
    documents: list[dict[str, Any]] = []
    seen: list[Row] = []
    for name in screen.watched(names, title="asking for every piece"):
        rows = tuple(surveyed(name, opened.table, opened.system, reckon=reckon, brief=True))
        if screen.as_json:
            documents.append(survey_json(name, rows, opened.system))
        else:
            _tell_all(name, rows, opened, screen)
        seen += [row for row in rows if _is_seen(row)]
    screen.emit(
        {
            "format": ALL_FORMAT,
            "version": 1,
            "system": opened.system.name,
            "surveys": documents,
        }
    )
    if picture is not None:
        _draw(picture, seen, opened, screen, subtitle="Who sees whom")


def reckoned(opened: Opened) -> Reckon:
    """Exact odds under the default policy, where no player must choose and they are not vast.

    Equal attacks on equal targets are reckoned once.
    """
    from functools import lru_cache

    from defilade.dice import BudgetSpent, OpenChoice
    from defilade.systems.measuring import measured_odds

    @lru_cache(maxsize=1024)
    def reckon(prospect: Prospect) -> Found | None:
        try:
            return measured_odds(prospect, opened.system.policies["default"])
        except (BudgetSpent, OpenChoice):
            return None

    return reckon


def _is_seen(row: Row) -> bool:
    """Whether a row tells of sight that there is: what a picture of everybody shows."""
    from defilade.cli.telling import is_no
    from defilade.ruling import Sight

    ruling = row.view.ruling
    return isinstance(ruling.question, Sight) and not is_no(ruling.verdict)


def _draw(path: str, rows: Iterable[Row], opened: Opened, screen: Screen, *, subtitle: str) -> None:
    from defilade.cli.files import write_picture
    from defilade.drawing import board_svg

    write_picture(path, board_svg(opened.scene, tuple(_shown(rows)), subtitle=subtitle), screen)


def _shown(rows: Iterable[Row]) -> Iterator[Fact]:
    """The facts of sight, each line once whoever looks; what stops lines once, and no ranges."""
    from defilade.ruling import Disc, Line, Sight

    told: set[object] = set()
    for row in rows:
        ruling = row.view.ruling
        if not isinstance(ruling.question, Sight):
            continue
        ends = frozenset((ruling.question.by, ruling.question.at))
        for fact in ruling.facts:
            mark: object = ends if isinstance(fact.shape, Line) else (fact.code, fact.shape)
            if mark not in told and not isinstance(fact.shape, Disc):
                told.add(mark)
                yield fact


def _tell_all(name: str, rows: tuple[Row, ...], opened: Opened, screen: Screen) -> None:
    """One piece: what is so in full, then what is not, briefly."""
    from defilade.cli.telling import is_no

    screen.say(name, style="bold")
    against: dict[str, list[str]] = {}
    for row in rows:
        ruling = row.view.ruling
        if not is_no(ruling.verdict):
            _tell_row(row, opened, screen, lead="  ")
            continue
        kind, about = _briefly(row, opened)
        against.setdefault(kind, []).append(about)
    for kind, abouts in against.items():
        screen.tell(f"  {kind}: {', '.join(dict.fromkeys(abouts))}", indent=2)
    screen.say()


def _briefly(row: Row, opened: Opened) -> tuple[str, str]:
    """What is refused, without and with whom it is about."""
    from defilade.cli.questions import spoken

    ruling = row.view.ruling
    verdict = opened.system.wording.term(ruling.verdict.value).upper()
    about = row.target or ""
    said = spoken(ruling.question).replace(about, "...") if about else spoken(ruling.question)
    return f"{verdict}: {said}", about


def _tell_row(row: Row, opened: Opened, screen: Screen, *, lead: str = "") -> None:
    from defilade.cli.questions import spoken
    from defilade.cli.telling import style_of, value_text
    from defilade.ruling import Weight

    ruling, wording = row.view.ruling, opened.system.wording
    odds = _odds_text(row, opened)
    detail = ruling.question.detail
    said = ", ".join(f"{name} {wording.term(value_text(v))}" for name, v in detail.items())
    head = f"{lead}{wording.term(ruling.verdict.value).upper()}: {spoken(ruling.question)}"
    screen.say(head + (f" ({said})" if said else ""), style=style_of(ruling.verdict))
    speaking = ruling.against
    if not speaking and not odds:
        speaking = tuple(each for each in ruling.reasons if each.weight is Weight.FOR)
    for reason in speaking:
        screen.tell(f"{lead}  {wording.reason(reason)} [{reason.clause}]", indent=2)
    if odds:
        screen.tell(f"{lead}  {odds}", indent=2)


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
