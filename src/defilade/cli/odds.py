"""`defilade odds`: what may come of an action, exactly or sampled, in text or as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, PolicyName, Quiet, Seed, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.drawing import Series
    from defilade.systems.protocol import Measure, Prospect

COMPARED = "defilade.odds_compared"
MOST_TRIALS = 10**15
"""Trials beyond this no longer fit the machine's whole numbers."""


def odds(
    file: File,
    action: Annotated[str, typer.Argument(metavar="ACTION", help="In the game's notation.")],
    *,
    versus: Annotated[
        str | None, typer.Option("--versus", metavar="ACTION", help="Compare with another.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Fractions, not percentages.")] = False,
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, max=MOST_TRIALS, help="Sample N trials."),
    ] = None,
    seed: Seed = None,
    policy: PolicyName = "default",
    measure: Annotated[
        str | None, typer.Option("--measure", metavar="NAME", help="Only this one.")
    ] = None,
    cap: Annotated[
        int | None, typer.Option("--cap", metavar="N", min=1, help="Show N and more as one.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Also write SVG or PNG.")
    ] = None,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Tell the odds of an action: exactly N, at least N, mean, mode and 50 % point.

    JSON: `defilade.odds` 1, with --versus `defilade.odds_compared` 1 holding two of them.

    Examples:

      defilade odds battle.yaml "fire Kyoto -> Wraith with Mass Driver"

      defilade odds battle.yaml "fire A -> B with w" --versus "fire A -> C with w"

      defilade odds battle.yaml "fire A -> B with w" --exact --json

      defilade odds battle.yaml "fire A -> B with w" --sample 1000000 --seed vega -o odds.png
    """
    from defilade.cli.loading import open_battle
    from defilade.cli.throwing import made_seed

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    if sample is not None and seed is None:
        seed = made_seed()
    asked = _Asked(policy, measure, exact, sample, seed)
    told = [_found(text, asked, opened, screen) for text in (action, versus) if text]
    _emit(told, opened, screen)
    _tell(told, opened, screen, exact=exact, cap=cap)
    if out:
        _draw(out, told, opened, screen, cap=cap)


@dataclass(frozen=True, slots=True)
class _Asked:
    """How odds are to be found."""

    policy: str
    measure: str | None
    exact: bool
    trials: int | None
    seed: str | None


def _found(text: str, asked: _Asked, opened: Opened, screen: Screen) -> Told:
    """The odds of one action; leaves where it has none, or none of the measure asked for."""
    from defilade.cli.acting import action_of, found_of, policy_of, prospect_of

    policy = policy_of(asked.policy, opened.system, screen)
    prospect = prospect_of(action_of(text, opened, screen), opened, screen)
    pairs = found_of(prospect, policy, exact=asked.exact, trials=asked.trials, seed=asked.seed)
    wanted = (None, *(each.name for each in prospect.measures))
    if asked.measure not in wanted:
        screen.complain(f"--measure {asked.measure}: there are {', '.join(map(str, wanted[1:]))}")
        raise left(Code.USAGE)
    return text, prospect, tuple(pair for pair in pairs if asked.measure in (None, pair[0].name))


def _draw(out: str, told: list[Told], opened: Opened, screen: Screen, *, cap: int | None) -> None:
    """The first measure as a picture."""
    from defilade.cli.files import write_picture
    from defilade.drawing import odds_svg

    name, unit, series = _lines(told, opened)[0]
    title = f"{name}: {told[0][0]}" if len(told) == 1 else name
    write_picture(out, odds_svg(series, title=title, unit=unit, cap=cap), screen)


def tell_odds(action: str, prospect: Prospect, opened: Opened, screen: Screen) -> dict[str, Any]:
    """Tell the exact odds of one prospect by the default policy; they come back as JSON."""
    from defilade.cli.acting import found_of
    from defilade.formats.odds import odds_json

    system = opened.system
    found = found_of(prospect, system.policies["default"])
    _tell([(action, prospect, found)], opened, screen, exact=False, cap=None)
    return odds_json(
        found, system=system.name, action=action, notes=prospect.notes, wording=system.wording
    )


Found = tuple[tuple["Measure", Any], ...]
Told = tuple[str, "Prospect", Found]


def _emit(told: list[Told], opened: Opened, screen: Screen) -> None:
    from defilade.formats.odds import odds_json

    system = opened.system
    documents = [
        odds_json(
            found, system=system.name, action=text, notes=prospect.notes, wording=system.wording
        )
        for text, prospect, found in told
    ]
    if len(documents) == 1:
        screen.emit(documents[0])
    else:
        screen.emit({"format": COMPARED, "version": 1, "odds": documents})


def _lines(told: list[Told], opened: Opened) -> list[tuple[str, str, list[Series]]]:
    """Each measure: its title, its unit, and a distribution for each action that has it."""
    from defilade.drawing import Series

    wording = opened.system.wording
    named: dict[str, tuple[str, list[Series]]] = {}
    for text, _, found in told:
        for measure, result in found:
            named.setdefault(measure.name, (measure.unit, []))[1].append(Series(text, result))
    return [
        (_capital(wording.term(name)), wording.term(unit) if unit else "", series)
        for name, (unit, series) in named.items()
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tell(
    told: list[Told], opened: Opened, screen: Screen, *, exact: bool, cap: int | None
) -> None:
    from defilade.cli.telling import tell_reasons

    if len(told) == 1:
        screen.tell(told[0][0], style="bold", indent=2)
    for title, unit, series in _lines(told, opened):
        if _is_truth(series):
            _tell_truth(title, series, screen, exact=exact)
        else:
            screen.say(title + (f" ({unit})" if unit else ""), style="bold")
            _tell_bars(series, screen, exact=exact, cap=cap)
    for _, prospect, _ in told[:1]:
        tell_reasons(prospect.notes, opened.system, screen)


def _tell_truth(title: str, series: list[Series], screen: Screen, *, exact: bool) -> None:
    from defilade.drawing import percent, statement

    if len(series) > 1:
        screen.say(title, style="bold")
    for number, one in enumerate(series):
        chance = one.odds.get(True, 0)
        fraction = f" = {chance}" if exact else ""
        name = title if len(series) == 1 else f"{chr(65 + number)}  {one.name}"
        screen.say(f"{name}: {percent(chance)}{fraction} ({statement(one.odds)})", indent=2)


def _tell_bars(series: list[Series], screen: Screen, *, exact: bool, cap: int | None) -> None:
    from defilade.drawing import odds_text

    for line in odds_text(series, width=screen.width, cap=cap, ascii_only=screen.ascii_only):
        screen.say(line)
    for one in series if exact else ():
        _fractions(one.odds, screen)


def _fractions(odds: Any, screen: Screen) -> None:
    from defilade.drawing.chances import is_numeric

    shares = {k: Fraction(v) for k, v in odds.items() if isinstance(v, Fraction | int)}
    if shares:
        rows = ", ".join(f"{outcome}: {share}" for outcome, share in shares.items())
        screen.say(f"  exactly {rows}", indent=2)
        if is_numeric(odds):
            screen.say(f"  mean {odds.mean()}")


def _is_truth(series: list[Series]) -> bool:
    return all(isinstance(outcome, bool) for one in series for outcome in one.odds)
