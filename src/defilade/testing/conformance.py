"""Runs worked cases: any file in the vocabulary of one system's `cases`.

Knows the shape of a case (given, do, expect) and how answers are compared; the words of
the vocabulary are each system's own (`CaseBench`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from defilade.errors import DefiladeError
from defilade.systems.protocol import CaseBench, System


class CaseFileError(DefiladeError):
    """A file of cases that cannot be read as such: where, and what is wanted there."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where an answer differs: the step (0-based), the key, what was wanted and given."""

    step: int
    key: str
    wanted: Any
    given: Any

    def __str__(self) -> str:
        return f"step {self.step + 1}: {self.key}: wanted {self.wanted!r}, got {self.given!r}"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case and everything that differs; none means it passes."""

    id: str
    clauses: tuple[str, ...]
    mismatches: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        """Whether every expected key was met."""
        return not self.mismatches


def read_cases(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The cases of a YAML file; raises `CaseFileError` naming file and line."""
    try:
        cases = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise CaseFileError(f"{path}: {error}") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise CaseFileError(f"{path}:{line}: {error.problem}") from error
    if not isinstance(cases, list):
        raise CaseFileError(f"{path}:1: a list of cases is wanted here")
    for number, case in enumerate(cases):
        missing = {"id", "do", "expect"} - set(case if isinstance(case, dict) else ())
        if missing:
            raise CaseFileError(f"{path}: case {number + 1} lacks {', '.join(sorted(missing))}")
    return tuple(cases)


def run_file(system: System, path: Path) -> tuple[CaseResult, ...]:
    """Run every case of a file; raises `CaseFileError` only where the file is unreadable."""
    bench = system.bench()
    return tuple(run_case(bench, case) for case in read_cases(path))


class Heard(Mapping[str, Any]):
    """A step that knows which of its words were asked for; a `sequence` holds steps alike."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._words = words
        self._asked: set[str] = set()
        inside = words.get("sequence")
        self._inside = [Heard(one) for one in inside] if isinstance(inside, list) else None

    def __getitem__(self, key: str) -> Any:
        self._asked.add(key)
        return self._inside if key == "sequence" and self._inside else self._words[key]

    def __contains__(self, key: object) -> bool:
        self._asked.add(str(key))
        return key in self._words

    def __iter__(self) -> Iterator[str]:
        self._asked |= set(self._words)
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def unheard(self, spare: frozenset[str]) -> tuple[str, ...]:
        """Words that nobody asked for, but for those that may be said and change nothing."""
        mine = [word for word in self._words if word not in self._asked | spare]
        return (*mine, *(word for one in self._inside or () for word in one.unheard(spare)))


def run_case(bench: CaseBench, case: Mapping[str, Any]) -> CaseResult:
    """Run one case. A step outside the vocabulary, or with a word in it that means nothing to it,
    is a mismatch, not an exception."""
    steps, expected = _as_list(case["do"]), _as_list(case["expect"])
    if not isinstance(case["do"], list):
        expected = [case["expect"]]  # a single step; a list of it is the rows of its answer
    found: list[Mismatch] = []
    if len(steps) != len(expected):
        found.append(Mismatch(0, "expect", f"{len(steps)} entries", f"{len(expected)} entries"))
    try:
        state = bench.open(case)
        for number, (words, want) in enumerate(zip(steps, expected, strict=False)):
            step = Heard(words)
            if bench.fresh(case, step):
                state = bench.open(case)
            state, given = bench.step(state, step)
            for wanted, answer in _rows(want, given):
                found += compared(number, wanted, answer, bench.tolerance)
            if not given.get("refused_by"):  # what is refused asks no further
                found += _meaningless(number, step, bench)
    except (ValueError, KeyError) as error:
        found.append(Mismatch(0, "vocabulary", "known words", f"{type(error).__name__}: {error}"))
    return CaseResult(case["id"], tuple(case.get("clauses", ())), tuple(found))


def _meaningless(number: int, step: Heard, bench: CaseBench) -> list[Mismatch]:
    spare: frozenset[str] = getattr(bench, "spare", frozenset())
    words = step.unheard(spare | COMMENTS)
    return [Mismatch(number, word, "a word of the vocabulary", word) for word in words]


COMMENTS = frozenset({"why", "note"})
"""Words for readers of a case."""


def _rows(want: Any, given: Mapping[str, Any]) -> list[tuple[Any, Mapping[str, Any]]]:
    """What is compared with what: a list wanted of one step is a table, given as `rows`."""
    if not isinstance(want, list):
        return [(want, given)]
    rows = list(given.get("rows", ()))
    rows += [{}] * (len(want) - len(rows))
    return list(zip(want, rows, strict=False))


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def compared(
    step: int, wanted: Mapping[str, Any], given: Mapping[str, Any], tolerance: float
) -> list[Mismatch]:
    """What differs between an expected map (partial) and an answer."""
    found: list[Mismatch] = []
    for key, want in wanted.items():
        if key == "refused_by":
            cited = tuple(given.get("refused_by", ()))
            if not set(_as_list(want)) & set(cited):
                found.append(Mismatch(step, key, want, cited))
        elif key not in given:
            found.append(Mismatch(step, key, want, "nothing"))
        else:
            found += _value(step, key, want, given[key], tolerance)
    return found


def _value(step: int, key: str, want: Any, got: Any, tolerance: float) -> list[Mismatch]:
    if isinstance(want, Mapping):
        if not isinstance(got, Mapping):
            return [Mismatch(step, key, want, got)]
        named = {str(k): v for k, v in got.items()}
        found: list[Mismatch] = []
        for inner, value in want.items():
            if str(inner) not in named:
                found.append(Mismatch(step, f"{key}.{inner}", value, "nothing"))
            else:
                found += _value(step, f"{key}.{inner}", value, named[str(inner)], tolerance)
        if _is_distribution(want) and len(named) > len(want):
            found.append(Mismatch(step, key, dict(want), dict(got)))
        return found
    return [] if same(want, got, tolerance) else [Mismatch(step, key, want, got)]


def _is_distribution(want: Mapping[Any, Any]) -> bool:
    """Whether a map is a whole distribution: number keys, and probabilities that sum to 1."""
    if not want or not all(isinstance(key, int) for key in want):
        return False
    chances = [as_fraction(value) for value in want.values()]
    return None not in chances and sum(c for c in chances if c is not None) == 1


def same(want: Any, got: Any, tolerance: float) -> bool:
    """Whether an answer is the wanted one: fractions exactly, measures within tolerance."""
    if isinstance(want, bool) or isinstance(got, bool) or want is None or got is None:
        return want is got
    if isinstance(want, Sequence) and not isinstance(want, str):
        return (
            isinstance(got, Sequence)
            and not isinstance(got, str)
            and len(want) == len(got)
            and all(same(a, b, tolerance) for a, b in zip(want, got, strict=True))
        )
    if isinstance(want, str):
        exact = as_fraction(want)
        if exact is not None and isinstance(got, int | float | Fraction):
            return got == exact if not isinstance(got, float) else abs(got - exact) < tolerance
        return want == str(got)
    if isinstance(want, int | float) and isinstance(got, int | float | Fraction):
        return abs(float(got) - float(want)) <= tolerance
    return bool(want == got)


def as_fraction(value: Any) -> Fraction | None:
    """The exact number that `5/9`, `'1'` or 2 stands for; None where it is no number."""
    if isinstance(value, bool):
        return None
    try:
        return Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        return None
