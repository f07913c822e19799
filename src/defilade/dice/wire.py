"""Questions as JSON values and back.

Knows the three questions that people answer; must not know how they came to be asked.
"""

from __future__ import annotations

from typing import Any

from defilade.dice.asks import D3, D6, Choose, Die, Roll, Total
from defilade.values import DiceExpr

_DICE = {die.name: die for die in (D3, D6)}


def question_to_json(question: Roll | Total | Choose) -> dict[str, Any]:
    """A question as plain JSON values. Options must be JSON scalars, or tuples of them.

    >>> question_to_json(Roll("c", 2, (4, 6)))["bands"]
    [4, 6]
    """
    match question:
        case Roll():
            die = question.die
            return {
                "ask": "roll",
                "clause": question.clause,
                "n": question.n,
                "bands": _lists(question.bands),
                "die": die.name if _DICE.get(die.name) == die else [die.name, *die.sides],
                "again": list(question.again),
                "stage": question.stage,
                "about": question.about,
            }
        case Total():
            return {
                "ask": "total",
                "clause": question.clause,
                "dice": str(question.dice),
                "stage": question.stage,
                "about": question.about,
            }
        case Choose():
            return {
                "ask": "choose",
                "clause": question.clause,
                "player": question.player,
                "kind": question.kind,
                "options": _lists(question.options),
                "stage": question.stage,
            }


def question_from_json(data: dict[str, Any]) -> Roll | Total | Choose:
    """The question that `question_to_json` wrote; raises `ValueError` for anything else."""
    try:
        match data["ask"]:
            case "roll":
                return Roll(
                    data["clause"],
                    data["n"],
                    _tuples(data["bands"]),
                    die=_die(data["die"]),
                    again=_tuples(data["again"]),
                    stage=data["stage"],
                    about=data.get("about", ""),
                )
            case "total":
                dice = DiceExpr.parse(data["dice"])
                about = data.get("about", "")
                return Total(data["clause"], dice, stage=data["stage"], about=about)
            case "choose":
                options = _tuples(data["options"])
                names = (data["clause"], data["player"], data["kind"])
                return Choose(*names, options, stage=data["stage"])
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"not a question: {data!r}") from wrong
    raise ValueError(f"not a question: {data!r}")


def _die(data: Any) -> Die:
    return _DICE[data] if isinstance(data, str) else Die(data[0], tuple(data[1:]))


def _lists(value: Any) -> Any:
    return [_lists(part) for part in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
