"""The questions that rules ask and dice or players answer, and how a procedure asks them.

Knows faces, bands and counts. Must not know who answers: a seeded roller, a hand, a table of odds.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from defilade.values import DiceExpr

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

T_co = TypeVar("T_co", covariant=True)

Reading: TypeAlias = int | str
"""What a die shows once read: a number, or the name of a face."""

Face: TypeAlias = int | str
"""What was thrown: the number on the physical die, or the name of a face."""

Band: TypeAlias = int | tuple[str, ...]
"""Readings that count alike: `4` is "4 or more, up to the next band", names are those faces."""


@dataclass(frozen=True, slots=True)
class Die:
    """A physical die: `sides` is what each of its faces reads as, face 1 first.

    >>> D3.read(5), D6.read(5)
    (3, 5)
    >>> Die("coin", ("heads", "tails")).read("tails")
    'tails'
    """

    name: str
    sides: tuple[Reading, ...]

    def __post_init__(self) -> None:
        if not self.sides or len({type(side) for side in self.sides}) != 1:
            raise ValueError(f"{self.name}: a die has sides, all numbers or all names")

    @property
    def is_named(self) -> bool:
        """Whether its faces have names instead of numbers."""
        return isinstance(self.sides[0], str)

    def read(self, thrown: Face) -> Reading:
        """What a thrown face reads as; raises `ValueError` for a face the die does not have."""
        if isinstance(thrown, str):
            if thrown in self.sides:
                return thrown
        elif type(thrown) is int and 1 <= thrown <= len(self.sides):
            return self.sides[thrown - 1]
        raise ValueError(f"{self.name} has no face {thrown!r}, it has {self.faces}")

    @property
    def faces(self) -> str:
        """The faces it can show, for messages.

        >>> D3.faces, Die("coin", ("heads", "tails")).faces
        ('1-6', 'heads, tails')
        """
        if self.is_named:
            return ", ".join(dict.fromkeys(map(str, self.sides)))
        return f"1-{len(self.sides)}"


D6 = Die("D6", (1, 2, 3, 4, 5, 6))
D3 = Die("D3", (1, 1, 2, 2, 3, 3))
"""Half a six-sided die, rounded up: that is how it is thrown, so a 5 reads 3."""


def die_of(sides: int) -> Die:
    """The die a number of sides is thrown with; a D3 is thrown with a D6."""
    if sides == 3:
        return D3
    return D6 if sides == 6 else Die(f"D{sides}", tuple(range(1, sides + 1)))


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw `n` dice; the answer is how many fell in each band, band 0 being the rest.

    Bands of a numbered die are ascending thresholds: `(4, 6)` answers (below 4, 4 to 5, 6 and up).
    Bands of a die with named faces are tuples of names. Dice that read one of `again` are thrown
    once more and the second throw stands. `stage` is the place in the order of the rulebook.
    `about` names what is rolled for; questions that differ in it alone are equal.

    >>> Roll("dfc.firing.3", 4, (4, 6)).sort((1, 4, 5, 6))
    (1, 2, 1)
    """

    clause: str
    n: int
    bands: tuple[Band, ...]
    _: KW_ONLY
    die: Die = D6
    again: tuple[Reading, ...] = ()
    stage: int = 0
    about: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError(f"{self.clause}: cannot throw {self.n} dice")

    def __hash__(self) -> int:
        return hash((self.clause, self.n, self.bands))

    def __repr__(self) -> str:
        said = [repr(self.clause), repr(self.n), repr(self.bands)]
        if self.die != D6:
            said.append(f"die={self.die!r}")
        if self.again:
            said.append(f"again={self.again!r}")
        if self.stage:
            said.append(f"stage={self.stage!r}")
        if self.about:
            said.append(f"about={self.about!r}")
        return f"Roll({', '.join(said)})"

    def check(self) -> None:
        """Raise `ValueError` when bands or re-rolls do not fit the die."""
        if self.die.is_named:
            names = [name for band in self.bands if not isinstance(band, int) for name in band]
            fits = len(set(names)) == len(names) and set(names) <= set(self.die.sides)
            fits = fits and not any(isinstance(band, int) for band in self.bands)
        else:
            fits = all(isinstance(band, int) for band in self.bands)
            fits = fits and all(low < high for low, high in pairwise(self.bands))  # type: ignore[operator]
        if not fits or not set(self.again) <= set(self.die.sides):
            raise ValueError(f"{self.clause}: bands or re-rolls do not fit {self.die.name}: {self}")

    def band_of(self, reading: Reading) -> int:
        """The number of the band a reading falls in, 0 being the rest."""
        if isinstance(reading, str):
            for number, band in enumerate(self.bands, 1):
                if reading in band:  # type: ignore[operator]
                    return number
            return 0
        return sum(reading >= band for band in self.bands)  # type: ignore[operator]

    def sort(self, readings: Iterable[Reading]) -> tuple[int, ...]:
        """Count readings per band."""
        counts = [0] * (len(self.bands) + 1)
        for reading in readings:
            counts[self.band_of(reading)] += 1
        return tuple(counts)


@dataclass(frozen=True, slots=True)
class Total:
    """Throw dice and add them up: the answer is an int. A plain number is asked of nobody.
    `about` names what is rolled for; questions that differ in it alone are equal.

    >>> Total("wk.damage", DiceExpr.parse("2D3+1")).add((5, 2))
    5
    """

    clause: str
    dice: DiceExpr
    _: KW_ONLY
    stage: int = 0
    about: str = field(default="", compare=False, repr=False)

    @property
    def n(self) -> int:
        """How many dice are thrown."""
        return self.dice.count

    @property
    def die(self) -> Die:
        """The die that is thrown."""
        return die_of(self.dice.sides or 6)

    def add(self, thrown: Sequence[Face]) -> int:
        """The total of thrown faces and the fixed bonus; raises `ValueError` for a wrong face."""
        return sum(int(self.die.read(face)) for face in thrown) + self.dice.bonus


@dataclass(frozen=True, slots=True)
class Choose:
    """A player picks one of the `options`; the answer is that option.

    `kind` is the name a policy is looked up by. A single option is taken without asking.
    """

    clause: str
    player: str
    kind: str
    options: tuple[Hashable, ...]
    _: KW_ONLY
    stage: int = 0

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError(f"{self.clause}: nothing to choose from")


@dataclass(frozen=True, slots=True)
class Done(Generic[T_co]):
    """The end of a procedure, with its answer."""

    value: T_co


class ProcedureOf(Protocol[T_co]):
    """A step of a rule as a value: it asks one thing, then takes the answer and says what follows.

    Write it as a frozen dataclass that holds only what later steps need: equal states are merged.
    `T` is the type of the answer at its end.
    """

    def ask(self) -> Ask:
        """What must be known now."""

    def take(self, answer: Any, /) -> ProcedureOf[T_co] | Done[T_co]:
        """The next step, given the answer."""


Procedure: TypeAlias = ProcedureOf[Any]
"""A procedure whatever it answers."""


class Fold(Protocol):
    """What results of attempts are laid on, one after another: a frozen value, like a squad."""

    def take(self, answer: Any, /) -> Fold:
        """The same thing after one more result."""

    def __hash__(self) -> int:
        """Equal folds are one state."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Independent copies of parts; their answers (int, or tuples of int of one length) are added.

    In play the copies go on in lockstep: equal questions are one throw. `zero` is what no copies
    at all add up to, to be given when parts answer tuples and every count may be 0.
    """

    parts: tuple[tuple[Ask, int], ...]
    zero: int | tuple[int, ...] = 0

    def __post_init__(self) -> None:
        if any(copies < 0 for _, copies in self.parts):
            raise ValueError("a number of copies is negative")

    def add(self, answers: Iterable[Any]) -> Any:
        """The sum of answers, starting from zero."""
        total: Any = self.zero
        for answer in answers:
            if isinstance(answer, tuple):
                total = answer if total == 0 else tuple(map(sum, zip(total, answer, strict=True)))
            else:
                total += answer
        return total


def Many(n: int, one: Ask, *, zero: int | tuple[int, ...] = 0) -> Sum:  # noqa: N802
    """`n` independent copies of one thing, added up."""
    return Sum(((one, n),), zero)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`n` attempts alike, whose results are laid on `fold` one after another: it is the answer.

    What an attempt asks cannot depend on the fold (only on `one`), so in play all attempts go on
    in lockstep, thrown together, and their results are applied in order. An attempt that depends on
    what earlier ones did is written as a procedure that asks the attempts one by one.
    """

    n: int
    one: Ask
    fold: Fold

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError(f"cannot attempt {self.n} times")


Ask: TypeAlias = "Roll | Total | Choose | Sum | Repeat | Procedure"
"""Everything that may be asked. The last is a sub-procedure: its answer is its end's value."""

Step: TypeAlias = "Procedure | Done[Any]"
"""What `take` gives: the next step, or the end."""


@dataclass(frozen=True, slots=True)
class Just:
    """The procedure that asks one thing and answers with it."""

    asked: Ask

    def ask(self) -> Ask:
        """The thing."""
        return self.asked

    def take(self, answer: Any) -> Done[Any]:
        """Its answer."""
        return Done(answer)


def procedure_of(asked: Ask) -> Procedure:
    """The thing itself when it is a procedure, else `Just` it; raises `TypeError` for others."""
    match asked:
        case Roll() | Total() | Choose() | Sum() | Repeat():
            return Just(asked)
        case _ if hasattr(asked, "ask") and hasattr(asked, "take"):
            return asked
        case _:
            raise TypeError(f"{asked!r} is neither a question nor a procedure")
