"""Notation that players write: target numbers, dice expressions and distances in inches.

Knows text and numbers, nothing else of ours. Every value prints what it parses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

_read = cache(re.compile)
"""A pattern, compiled when it is first read with: many who import this read nothing."""

Inches: TypeAlias = float
"""A length or distance on the table, in inches."""

Degrees: TypeAlias = float
"""An angle in degrees; which way is zero is said where it is used."""


class NotationError(ValueError):
    """A text that should be a value and is not.

    Carries the `text`, the `position` (0-based) where reading stopped, and what was `wanted`.
    """

    def __init__(self, text: str, wanted: str, *, position: int = 0) -> None:
        self.text = text
        self.wanted = wanted
        self.position = position
        super().__init__(f"{text!r} is not {wanted}")


class Notation:
    """Lets a value with `parse` and `__str__` be read from and written to files by pydantic.

    pydantic calls the two hooks itself; it is not imported otherwise.
    """

    __slots__ = ()
    pattern: ClassVar[str]
    example: ClassVar[str]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the value from what a player writes; raises `NotationError`."""
        raise NotationError(text, cls.example)

    @classmethod
    def _accept(cls, given: object) -> Self:
        if isinstance(given, cls):
            return given
        if isinstance(given, str | int | float) and not isinstance(given, bool):
            return cls.parse(str(given))
        raise NotationError(repr(given), cls.example)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            cls._accept, serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _core: object, _handler: Callable[..., Any]
    ) -> dict[str, Any]:
        return {"type": ["string", "integer"], "pattern": cls.pattern, "examples": [cls.example]}


_NEED = r"\s*(\d+)\s*\+\s*\Z"


@dataclass(frozen=True, slots=True, order=True)
class Need(Notation):
    """A target number on a die: `4+` succeeds on 4 or more.

    >>> Need.parse("4+")
    Need(4)
    >>> str(Need(4).harder(1)), str(Need(6).harder(1).clamped(2, 6))
    ('5+', '6+')
    """

    value: int
    pattern: ClassVar[str] = r"^\s*\d+\s*\+\s*$"
    example: ClassVar[str] = "a target number such as 4+"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `4+`; raises `NotationError`."""
        found = _read(_NEED).match(text)
        if not found:
            raise NotationError(text, cls.example)
        return cls(int(found[1]))

    def harder(self, by: int) -> Need:
        """The number after a penalty (positive) or a bonus (negative)."""
        return Need(self.value + by)

    def clamped(self, low: int, high: int) -> Need:
        """The number kept between `low` and `high`, both possible."""
        return Need(min(max(self.value, low), high))

    def __str__(self) -> str:
        return f"{self.value}+"

    def __repr__(self) -> str:
        return f"Need({self.value})"


_DICE = r"\s*(?:(\d*)\s*[dD]\s*(\d+))?\s*([+\-−]\s*\d+|\d+)?\s*\Z"
MOST_DICE = 1000


@dataclass(frozen=True, slots=True)
class DiceExpr(Notation):
    """A number that may be rolled: `3`, `D6`, `2D3`, `D6+1`, `2D6+4`.

    `count` dice of `sides` sides and a fixed `bonus`; a plain number has no dice.

    >>> DiceExpr.parse("2D6+4").low, DiceExpr.parse("2D6+4").high, str(DiceExpr.parse("d3 + 1"))
    (6, 16, 'D3+1')
    >>> DiceExpr.parse("D6").plus(1)
    DiceExpr.parse('D6+1')
    """

    count: int
    sides: int
    bonus: int = 0
    pattern: ClassVar[str] = r"^\s*(?:\d*\s*[dD]\s*\d+)?\s*(?:[+\-−]?\s*\d+)?\s*$"
    example: ClassVar[str] = "a number or dice such as 3, D6 or 2D3+1"

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_DICE or (self.count and not 1 <= self.sides <= MOST_DICE):
            raise NotationError(f"{self.count}D{self.sides}", self.example)
        if not self.count:
            object.__setattr__(self, "sides", 0)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a number or a dice expression; raises `NotationError`."""
        found = _read(_DICE).match(text)
        if not found or not text.strip():
            raise NotationError(text, cls.example)
        count, sides, bonus = found.groups()
        if sides and bonus and bonus[0].isdigit():
            raise NotationError(text, cls.example, position=found.start(3))
        plus = int(bonus.replace("−", "-").replace(" ", "")) if bonus else 0
        if sides is None:
            return cls(0, 0, plus)
        return cls(int(count or 1), int(sides), plus)

    @classmethod
    def fixed(cls, number: int) -> Self:
        """The number that is not rolled."""
        return cls(0, 0, number)

    @property
    def is_fixed(self) -> bool:
        """Whether no die is needed."""
        return self.count == 0

    @property
    def low(self) -> int:
        """The least it can give."""
        return self.count + self.bonus

    @property
    def high(self) -> int:
        """The most it can give."""
        return self.count * self.sides + self.bonus

    @property
    def mean(self) -> float:
        """The average."""
        return self.count * (self.sides + 1) / 2 + self.bonus

    def plus(self, number: int) -> DiceExpr:
        """The same dice with `number` more added."""
        return DiceExpr(self.count, self.sides, self.bonus + number)

    def __str__(self) -> str:
        if self.is_fixed:
            return str(self.bonus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}{self.bonus:+d}" if self.bonus else dice

    def __repr__(self) -> str:
        return f"DiceExpr.parse({str(self)!r})"


_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}
_INCHES = r"\s*(-?\d+(?:\.\d+)?)?\s*([½¼¾⅓⅔])?\s*(?:\"|”|“|''|″|in\.?|inch(?:es)?)?\s*\Z"


def parse_inches(text: str) -> Inches:
    """Read a distance: `24`, `24"`, `24in`, `3½"`, `∞`; raises `NotationError`.

    >>> parse_inches('24"'), parse_inches("3½”"), parse_inches("∞")
    (24.0, 3.5, inf)
    """
    if text.strip().rstrip('"”“″') in ("∞", "inf"):
        return float("inf")
    found = _read(_INCHES).match(text)
    if not found or not (found[1] or found[2]):
        raise NotationError(text, 'a distance such as 24 or 24"')
    return float(found[1] or 0) + _FRACTIONS.get(found[2] or "", 0.0)


LEAST = 5e-5
"""The least number that is not shown as nothing."""


def print_inches(distance: Inches) -> str:
    """Write a distance as players do, with as many decimals as it needs, at most two; four where
    two would show nothing, since a hair too far is too far.

    >>> print_inches(24.0), print_inches(13.416), print_inches(3.5), print_inches(0.001)
    ('24"', '13.42"', '3.5"', '0.001"')
    """
    return "∞" if distance == float("inf") else f'{print_number(distance)}"'


def print_number(number: float) -> str:
    """A measured number as `print_inches` writes it, without the mark.

    >>> print_number(7.0), print_number(-0.00001), print_number(-0.003)
    ('7', '0', '-0.003')
    """
    little = LEAST <= abs(number) < 0.005
    text = (f"{number:.4f}" if little else f"{number:.2f}").rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
