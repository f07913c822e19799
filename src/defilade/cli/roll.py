"""`defilade roll`: carry an action out once, with a seed or with dice thrown at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Dice, File, House, PolicyName, Quiet, Seed, Waive
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.cli.loading import Opened
    from defilade.cli.throwing import Hand
    from defilade.dice import DiceShort, Thrown
    from defilade.game import Session
    from defilade.systems.protocol import Measure, System

FORMAT = "defilade.roll"


def roll(
    file: File,
    actions: Annotated[
        list[str], typer.Argument(metavar="ACTION...", help="In the game's notation, in order.")
    ],
    *,
    dice: Dice = None,
    seed: Seed = None,
    policy: PolicyName = "default",
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Write the log, for replay.")
    ] = None,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Roll actions: every throw with its clause, then what happened.

    The seed is printed, and rolls the same again. With --dice and --seed the seed rolls what
    your dice leave open. JSON: `defilade.roll` 1.

    Examples:

      defilade roll battle.yaml "fire Kyoto -> Wraith with Mass Driver"

      defilade roll battle.yaml "fire A -> B with w" --seed vega --log game.json

      defilade roll battle.yaml "fire A -> B with w" --dice 4,6,6,1
    """
    from defilade.cli.acting import policy_of
    from defilade.cli.files import write_bytes
    from defilade.cli.loading import open_battle
    from defilade.cli.throwing import hand_of

    screen = Screen(as_json=as_json, quiet=quiet)
    opened = open_battle(file, screen, waive=waive, options=option)
    chosen = policy_of(policy, opened.system, screen)
    hand = hand_of(seed, dice)
    session = rolled(actions, opened, hand, chosen, screen)
    effect = None if _threw(session) else effect_of(actions, opened, hand, chosen, screen=screen)
    if log:
        from defilade.formats.log import log_text

        write_bytes(log, log_text(session.log).encode(), screen)
        if effect:
            screen.note("the log holds what was declared; add the action that resolves it")
    screen.emit(roll_json(session, opened.system, effect, actions=actions, hand=hand))
    tell_roll(session, opened.system, effect, hand=hand, screen=screen)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action that only declares would come to by itself: its throws, its measures."""

    thrown: tuple[Thrown, ...]
    measures: tuple[tuple[Measure, Any], ...]


def _threw(session: Session) -> bool:
    return any(moment.thrown for moment in session.moments)


def effect_of(
    actions: list[str], opened: Opened, hand: Hand, policy: Any, *, screen: Screen
) -> Effect | None:
    """The effect of a single action, rolled by itself; None where nothing is rolled for it."""
    from defilade.cli.acting import action_of
    from defilade.cli.throwing import source_of
    from defilade.dice import DiceShort, play
    from defilade.game import Rejection

    if len(actions) != 1:
        return None
    prospect = opened.system.prospect(action_of(actions[0], opened, screen), opened.table)
    if isinstance(prospect, Rejection):
        return None
    try:
        value, thrown = play(prospect.procedure, source_of(hand), policy=policy)
    except DiceShort as short:
        too_short(short, opened.system, screen)
    if not thrown:
        return None
    return Effect(thrown, tuple((each, each.of(value)) for each in prospect.measures))


def rolled(actions: list[str], opened: Opened, hand: Hand, policy: Any, screen: Screen) -> Session:
    """The session after each action is carried out whole; leaves where one cannot be."""
    from defilade.cli.acting import refused
    from defilade.cli.loading import engine
    from defilade.cli.throwing import begin
    from defilade.game import Session, new_session

    fresh = new_session(opened.system, opened.table, battle=opened.battle, engine=engine())
    session = begin(fresh, hand)
    for action in actions:
        after = session.act(action)
        if not isinstance(after, Session):
            refused(after, opened.system, screen)
        session = _answered(after, opened.system, hand, policy, screen=screen)
    return session if hand.seed is None else session.reveal()


def _answered(
    session: Session, system: System, hand: Hand, policy: Any, *, screen: Screen
) -> Session:
    from defilade.cli.throwing import answered
    from defilade.dice import DiceShort

    while session.pending is not None:
        try:
            session = answered(session, hand, policy)
        except DiceShort as short:
            too_short(short, system, screen)
    return session


def too_short(short: DiceShort, system: System, screen: Screen) -> NoReturn:
    """Say which throw the dice given do not reach to, and leave."""
    from defilade.cli.throwing import question_text, wanted_text

    question: Any = short.question
    asked = f"{question_text(question, system)} [{question.clause}]"
    screen.complain(f"--dice: {short.left} left, but {asked}: {wanted_text(question)}")
    raise left(Code.USAGE)


def roll_json(
    session: Session,
    system: System,
    effect: Effect | None = None,
    *,
    actions: list[str],
    hand: Hand,
) -> dict[str, Any]:
    """A roll as JSON values, documented as `defilade.roll` 1."""
    from defilade.formats.rulings import events_json
    from defilade.game.log import body_json

    events = events_json(session.events(), system=system.name, wording=system.wording)
    return {
        "format": FORMAT,
        "version": 1,
        "system": system.name,
        "actions": actions,
        "seed": hand.seed,
        "answers": [body_json(body) for body in _answers(session)],
        "effect": _effect_json(effect) if effect else None,
        "unused_dice": list(hand.left),
        "events": events["events"],
        "log_head": session.log.head,
    }


def tell_roll(
    session: Session, system: System, effect: Effect | None, *, hand: Hand, screen: Screen
) -> None:
    """Every throw and choice, then the events or the effect, then the seed."""
    from defilade.cli.telling import tell_events, value_text

    for moment in session.moments:
        if moment.run is None:
            for line in throw_lines(moment.thrown, system):
                screen.tell(line, indent=2)
    tell_events(session.events(), system, screen)
    if effect:
        for line in throw_lines(effect.thrown, system):
            screen.tell(line, indent=2)
        for measure, value in effect.measures:
            unit = f" {system.wording.term(measure.unit)}" if measure.unit else ""
            screen.say(f"  {system.wording.term(measure.name)}: {value_text(value)}{unit}")
    if hand.left:
        screen.note(f"dice not needed: {','.join(map(str, hand.left))}")
    if hand.seed is not None:
        screen.say(f"seed {hand.seed}", style="dim")


def throw_lines(thrown: tuple[Thrown, ...], system: System) -> list[str]:
    """What was asked and thrown, a line each."""
    from defilade.cli.throwing import question_text, thrown_text

    return [
        f"  {question_text(one.question, system)} [{one.question.clause}] {thrown_text(one)}"
        for one in thrown
    ]


def _effect_json(effect: Effect) -> dict[str, Any]:
    from defilade.dice import Choose
    from defilade.formats.values import datum_json

    return {
        "answers": [
            {"kind": "pick", "clause": one.question.clause, "label": str(one.answer)}
            if isinstance(one.question, Choose)
            else {"kind": "throw", "clause": one.question.clause, "faces": list(one.faces)}
            for one in effect.thrown
        ],
        "measures": {measure.name: datum_json(value) for measure, value in effect.measures},
    }


def _answers(session: Session) -> list[Any]:
    from defilade.game.log import Pick, Throw

    return [
        session.log.bodies[number]
        for number in session.log.live()
        if isinstance(session.log.bodies[number], Throw | Pick)
    ]
