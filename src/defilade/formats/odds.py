"""Odds to JSON values: exact ones and sampled ones, never to be confused (schema `odds-1`).

Knows distributions and measures; nothing of how they were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from defilade.dice import Odds, Sampled
from defilade.formats.rulings import Wording, reasons_json
from defilade.formats.values import datum_json
from defilade.ruling import Reason
from defilade.systems.protocol import Measure, Prospect

FORMAT = "defilade.odds"
VERSION = 1

Distribution = Odds[Any] | Sampled[Any]


def prospect_json(
    prospect: Prospect,
    result: Distribution,
    *,
    system: str,
    action: str,
    wording: Wording | None = None,
) -> dict[str, Any]:
    """The odds of an action's effect: each measure's distribution, read off one result.

    `result` is the distribution of the procedure's own answers.
    """
    measured = ((measure, result.map(measure.of)) for measure in prospect.measures)
    return odds_json(measured, system=system, action=action, notes=prospect.notes, wording=wording)


def odds_json(
    measured: Iterable[tuple[Measure, Distribution]],
    *,
    system: str,
    action: str,
    notes: Iterable[Reason] = (),
    wording: Wording | None = None,
) -> dict[str, Any]:
    """Distributions already measured, as JSON values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": system,
        "action": action,
        "notes": reasons_json(notes, wording),
        "measures": [_measure_json(measure, result) for measure, result in measured],
    }


def _measure_json(measure: Measure, result: Distribution) -> dict[str, Any]:
    numeric = bool(result) and all(_is_number(outcome) for outcome in result)
    return {
        "name": measure.name,
        "unit": measure.unit,
        **_how(result),
        "outcomes": _rows(result, numeric=numeric),
        **(_summary(result) if numeric else {}),
    }


def _how(result: Distribution) -> dict[str, Any]:
    if isinstance(result, Odds):
        return {"kind": "exact"}
    bound = {"confidence": 0.95, "at_least_within": result.bound(0.95)}
    return {"kind": "sampled", "trials": result.trials, "seed": result.seed, "error": bound}


def _rows(result: Distribution, *, numeric: bool) -> list[dict[str, Any]]:
    """One row for each outcome; for numbers also the chance of at least as much."""
    rows = []
    left: Any = sum(result.values())
    for outcome, share in result.items():
        row = {"value": datum_json(outcome), **_chance("p", share)}
        if numeric:
            row |= _chance("at_least", left)
            left -= share
        if isinstance(result, Sampled):
            row["count"] = result.counts[outcome]
        rows.append(row)
    return rows


def _summary(result: Distribution) -> dict[str, Any]:
    mean, mode, median = result.mean(), result.mode(), result.median()
    return {
        **_chance("mean", mean),
        "variance": float(result.variance()),
        "mode": datum_json(mode),
        "median": datum_json(median),
    }


def _chance(name: str, number: Any) -> Mapping[str, Any]:
    """A number under its name; a fraction also as it is, under `name_exact`."""
    plain = {name: min(float(number), 1.0) if name != "mean" else float(number)}
    return {**plain, f"{name}_exact": str(number)} if isinstance(number, Fraction) else plain


def _is_number(outcome: object) -> bool:
    return isinstance(outcome, int | float | Fraction) and not isinstance(outcome, bool)
