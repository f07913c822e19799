"""Dice and choices of a game under way: where faces come from, what a throw says.

Knows questions and sessions; never what a band means in a game.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from defilade.dice import Choose, DiceShort, Face, Roll, Seeded, Source, Thrown, Total, Typed
from defilade.dice.resolve import chosen
from defilade.formats.asking import question_words

if TYPE_CHECKING:
    from defilade.dice.run import Question
    from defilade.game import Session
    from defilade.systems.protocol import Policy, System


@dataclass(frozen=True, slots=True)
class Hand:
    """Where faces come from: typed ones first, then a seed if one was given."""

    seed: str | None
    typed: Typed = field(default_factory=lambda: Typed(""))

    @property
    def left(self) -> tuple[int | str, ...]:
        """Typed faces that were not needed."""
        return self.typed.left


def hand_of(seed: str | None, dice: str | None) -> Hand:
    """The hand of a command line: its dice, its seed, or a seed made up."""
    if dice is None:
        return Hand(seed or made_seed())
    return Hand(seed, Typed(dice))


def made_seed() -> str:
    """A seed nobody can guess, short enough to be typed again."""
    return secrets.token_hex(8)


def begin(session: Session, hand: Hand) -> Session:
    """The session with the hand's seed committed to, if it has one."""
    return session if hand.seed is None else session.seeded(hand.seed)


def answered(session: Session, hand: Hand, policy: Mapping[str, Policy]) -> Session:
    """The session after its pending question is answered by the hand or by the policy.

    Raises `DiceShort` where typed dice run out and there is no seed, `OpenChoice` where the
    policy knows no such choice, `WrongFaces` for faces the dice do not have.
    """
    question = session.pending
    match question:
        case Choose():
            return session.choose(question.options.index(chosen(question, policy)))
        case Roll() | Total():
            needs = needed(session)
            if needs > len(hand.left) and hand.seed is not None:
                if hand.left:
                    raise DiceShort(question, needs, len(hand.left))
                return session.roll()
            return session.answer(hand.typed.faces(question, 0, needs))
        case None:
            return session
        case _ as never:
            assert_never(never)


@dataclass(frozen=True, slots=True)
class _Both:
    """The typed faces, then the seed's."""

    hand: Hand

    def faces(self, question: Roll | Total, index: int, count: int, /) -> tuple[Face, ...]:
        """Faces of the hand; raises `DiceShort` where neither has enough."""
        if self.hand.seed is not None and not self.hand.left:
            return Seeded(self.hand.seed).faces(question, index, count)
        return self.hand.typed.faces(question, index, count)


def source_of(hand: Hand) -> Source:
    """The hand as a source of dice for a single procedure."""
    return _Both(hand)


def needed(session: Session) -> int:
    """How many dice the pending question wants."""
    run = session.moments[-1].run
    return run.needs if run is not None else 0


def question_text(question: Question, system: System) -> str:
    """A pending question in the system's words."""
    return question_words(question, system.wording)


def wanted_text(question: Roll | Total) -> str:
    """The dice that a question wants.

    >>> wanted_text(Roll("c", 3, (4, 6)))
    '3 D6, counted by 4+ and 6+'
    """
    dice = f"{question.n} {question.die.name}"
    if isinstance(question, Total):
        return f"{question.dice} ({dice} added up)"
    bands = " and ".join(_named(band) for band in question.bands)
    return f"{dice}, counted by {bands}" if bands else dice


def thrown_text(thrown: Thrown) -> str:
    """The faces of a throw and what they come to.

    >>> thrown_text(Thrown(Roll("c", 4, (4, 6)), (4, 6, 6, 1), (1, 1, 2)))
    '4,6,6,1: 1 below, 1 of 4-5, 2 of 6+'
    """
    question = thrown.question
    faces = ",".join(map(str, thrown.faces))
    match question:
        case Choose():
            return f"{question.player} chooses {thrown.answer}"
        case Total():
            return f"{faces}: {thrown.answer}"
        case Roll():
            parts = [f"{thrown.answer[0]} below" if question.bands else ""]
            for number, name in enumerate(_ranges(question), 1):
                parts.append(f"{thrown.answer[number]} of {name}")
            return f"{faces}: {', '.join(part for part in parts if part)}"


def _ranges(question: Roll) -> list[str]:
    if question.die.is_named:
        return ["/".join(band) for band in question.bands if isinstance(band, tuple)]
    numbers = [band for band in question.bands if isinstance(band, int)]
    found = []
    for low, high in pairwise([*numbers, None]):
        assert low is not None  # only the last may be
        if high is None:
            found.append(f"{low}+")
        else:
            found.append(str(low) if high == low + 1 else f"{low}-{high - 1}")
    return found


def _named(band: int | tuple[str, ...]) -> str:
    return f"{band}+" if isinstance(band, int) else "/".join(band)
