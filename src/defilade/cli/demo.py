"""`defilade demo`: one battle from file to ruling, odds, picture, dice and replay.

Knows the shipped battles and how to put two units of a catalogue on a table; the rest is
what the other commands do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from itertools import islice, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet, Seed, system_names
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.game import Session
    from defilade.systems.protocol import Prospect, System

FORMAT = "defilade.demo"
_SUFFIXES = (".gst", ".cat", ".gstz", ".catz", ".ros", ".rosz")
_MOST_PAIRS = 400
_BUDGET = 200_000


def demo(
    *,
    system: Annotated[
        str, typer.Option("--system", metavar="NAME", autocompletion=system_names)
    ] = "dropfleet",
    catalogue: Annotated[
        list[Path] | None,
        typer.Option(
            "--catalogue",
            metavar="PATH",
            help="Take two units from catalogues: files, or a folder of them; repeatable.",
        ),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where the picture goes.")
    ] = "volley.svg",
    keep: Annotated[
        str | None,
        typer.Option("--keep", metavar="FILE", help="Also write the battle, to go on with."),
    ] = None,
    seed: Seed = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Show it all on one volley: ruling, reasons, exact odds, picture, dice, replay.

    JSON: `defilade.demo` 1.

    Examples:

      defilade demo

      defilade demo --keep battle.yaml

      defilade demo --seed vega -o volley.png

      defilade demo --catalogue game.gst --catalogue ships.cat --catalogue weapons.cat
    """
    from defilade.cli.throwing import made_seed
    from defilade.systems.registry import load

    screen = Screen(as_json=as_json, quiet=quiet)
    chosen = load(system)
    opened = from_catalogue(catalogue, chosen, screen) if catalogue else example(chosen, screen)
    if keep:
        _kept(opened, keep, screen)
    _shown(opened, screen, out=out, seed=seed or made_seed())


def first_shot(action: str) -> str:
    """The first of several shots that are declared in one action."""
    return action.split(";", maxsplit=1)[0].strip()


def _kept(opened: Opened, path: str, screen: Screen) -> None:
    """Write the battle: the shipped one with its comments, one made of a catalogue as YAML."""
    from defilade.cli.files import write_bytes
    from defilade.formats.battle import battle_yaml

    lines = opened.draft.source.lines
    text = "\n".join(lines) if len(lines) > 1 else battle_yaml(opened.draft, opened.system)
    write_bytes(path, text.encode(), screen)


def example(system: System, screen: Screen) -> Opened:
    """The battle shipped with a system, checked."""
    text = files("defilade").joinpath("battles", system.example).read_text(encoding="utf-8")
    return opened_text(text, system.example, system, screen)


def opened_text(text: str, name: str, system: System, screen: Screen) -> Opened:
    """A battle text, read and checked; leaves with its faults."""
    from defilade.cli.loading import Opened, checked, reported
    from defilade.formats.battle import Unread, read_battle

    draft = read_battle(text, name, {system.name: system})
    if isinstance(draft, Unread):
        reported(draft.faults, draft.source, screen, wording=system.wording)
        raise left(Code.FAULTY)
    return Opened(system, draft, checked(system, draft, screen))


def from_catalogue(paths: list[Path], system: System, screen: Screen) -> Opened:
    """A table with two units of a catalogue of which one may fire at the other."""
    from defilade.cli.importing import adopted, catalogue_of, tell_findings

    named = [str(file) for path in paths for file in _files(path)]
    if not named:
        screen.complain(f"no catalogues there; their names end in {' '.join(_SUFFIXES)}")
        raise left(Code.USAGE)
    _, adoption = adopted(catalogue_of(named, screen), system.name, screen)
    tell_findings(adoption, system, screen, most=3)
    screen.tell(f"{len(adoption.units)} units from {len(named)} files", style="dim")
    template = _script(system).get("catalogue")
    if template is None:
        screen.complain(
            f"the demo cannot place units of {system.title}: write a battle file with them,"
            " as `defilade import` prints them"
        )
        raise left(Code.NO)
    for pair in islice(permutations(adoption.units, 2), _MOST_PAIRS):
        found = _sound(_placed(pair, adoption.units, template, system), system)
        if found is not None and best_action(found) is not None:
            screen.tell(f"{pair[0]} fires at {pair[1]}", style="dim")
            return found
    screen.complain("no two of these units can fire at each other")
    raise left(Code.NO)


def _placed(
    pair: tuple[str, str], units: Mapping[str, Any], template: dict[str, Any], system: System
) -> str:
    """The template's battle as JSON text, with the two units in the places kept for them."""
    lines = {name: units[name] for name in pair}
    places = json.dumps(template["battle"])
    for place, unit in zip(("FIRST", "SECOND"), pair, strict=True):
        places = places.replace(f'"{place}"', json.dumps(unit))
    return json.dumps({"system": system.name, template["units"]: lines, **json.loads(places)})


def after_first(opened: Opened, screen: Screen) -> tuple[list[str], Opened]:
    """What comes before the first shot of a shipped battle, and the table after it."""
    from defilade.cli.roll import rolled
    from defilade.cli.throwing import hand_of

    system = opened.system
    first = list(_script(system).get("first", ()))
    if not first or best_action(opened) is not None:
        return [], opened
    hand = hand_of("first", None)
    session = rolled(first, opened, hand, system.policies["default"], screen)
    return first, replace(opened, table=session.table)


def best_action(opened: Opened) -> tuple[str, Prospect] | None:
    """Of the fire possible now, the action that may be expected to do most."""
    from defilade.cli.acting import found_of
    from defilade.cli.questions import is_firing
    from defilade.dice import BudgetSpent
    from defilade.drawing.chances import is_numeric
    from defilade.game import Rejection

    system, best, most = opened.system, None, 0.0
    for action in system.actions(opened.table):
        text = system.write_action(action)
        prospect = system.prospect(action, opened.table)
        if isinstance(prospect, Rejection) or not is_firing(first_shot(text)):
            continue
        try:
            found = found_of(prospect, system.policies["default"], budget=_BUDGET)
        except BudgetSpent:
            continue
        means = [float(o.mean()) for _, o in found[:1] if is_numeric(o)]
        if means and means[0] > most:
            best, most = (text, prospect), means[0]
    return best


def _shown(opened: Opened, screen: Screen, *, out: str, seed: str) -> None:
    from defilade.cli.ask import rule
    from defilade.cli.draw import picture_of
    from defilade.cli.files import write_picture
    from defilade.cli.odds import tell_odds
    from defilade.cli.questions import question_of
    from defilade.cli.roll import rolled, tell_roll
    from defilade.cli.telling import tell_ruling
    from defilade.cli.throwing import hand_of

    system = opened.system
    first, ready = after_first(opened, screen)
    found = best_action(ready)
    if found is None:
        screen.complain("nothing can be done in this battle that has odds")
        raise left(Code.NO)
    action, prospect = found
    screen.tell(f"{system.title}: {ready.scene.title}", style="bold")
    if first:
        screen.tell(f"first: {'; '.join(first)}", style="dim")
    ruling = rule(question_of([first_shot(action)]), ready, screen)
    tell_ruling(ruling, system, screen)
    screen.tell()
    odds = tell_odds(action, prospect, ready, screen)
    write_picture(out, picture_of(ready, ruling), screen)
    screen.tell()
    hand = hand_of(seed, None)
    actions = [*first, action, *_script(system).get("then", ())]
    session = rolled(actions, opened, hand, system.policies["default"], screen)
    screen.tell(f"rolled: {'; '.join(actions)}", style="bold")
    tell_roll(session, system, None, hand=hand, screen=screen)
    _replayed(session, screen)
    screen.emit(_demo_json(opened, session, ruling, odds, out=out, hand=hand))


def _replayed(session: Session, screen: Screen) -> None:
    """Fold the log's text again; anything else than the same state is a bug."""
    from defilade.cli.loading import Installed, engine
    from defilade.formats.log import log_text, opening, read_log_text
    from defilade.game import replay

    log = read_log_text(log_text(session.log))
    system, table = opening(log, Installed())
    again = replay(system, table, log, engine=engine())
    if again.table != session.table or again.log.head != session.log.head:
        raise RuntimeError("the log does not lead to the state it was made in")
    screen.say(f"replayed: {len(log.bodies)} log entries give the same table; {log.head[:16]}")


def _demo_json(
    opened: Opened, session: Session, ruling: Any, odds: Any, *, out: str, hand: Any
) -> dict[str, Any]:
    from defilade.cli.roll import roll_json
    from defilade.formats.rulings import ruling_json
    from defilade.game.log import Act

    system = opened.system
    actions = [body.action for body in session.log.bodies if isinstance(body, Act)]
    return {
        "format": FORMAT,
        "version": 1,
        "picture": out,
        "ruling": ruling_json(ruling, system=system.name, wording=system.wording),
        "odds": odds,
        "roll": roll_json(session, system, actions=actions, hand=hand),
        "replayed": True,
    }


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(each for each in path.iterdir() if each.suffix.lower() in _SUFFIXES)
    return [path]


def _script(system: System) -> dict[str, Any]:
    """What the demo needs to know of a system: what goes before a shot and after it, and where
    two units of a catalogue stand (`units` names the part of a battle file for stat lines)."""
    found = files("defilade.cli").joinpath("demos", f"{system.name}.json")
    if not found.is_file():
        return {}
    script: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    return script


def _sound(text: str, system: System) -> Opened | None:
    from defilade.cli.loading import Opened
    from defilade.formats.battle import Unread, read_battle
    from defilade.table import Table

    draft = read_battle(text, "catalogue", {system.name: system})
    if isinstance(draft, Unread):
        return None
    table = system.check(draft)
    return Opened(system, draft, table) if isinstance(table, Table) else None
