"""Example requests for the OpenAPI document; each can be sent as it is.

Knows the battles shipped with systems by name only, as a reader of the document would.
"""

from __future__ import annotations

from typing import Any

from fastapi.openapi.models import Example

_BATTLE = {"example": "dropfleet"}
_FIRING = {"kind": "firing", "by": "Heron", "at": "Anvil", "weapon": "Lance"}
_TEXT = "system: dropfleet\ntitle: Nobody came\nsize: [48, 48]\n"
HEAD = "0" * 64


def _one(summary: str, value: Any) -> Example:
    return {"summary": summary, "value": value}


CHECK = {"text": _one("A text", {"battle": {"text": _TEXT, "name": "battle.yaml"}})}
RULING = {
    "firing": _one("May it fire?", {"battle": _BATTLE, "question": _FIRING}),
    "sight": _one(
        "Does it see?",
        {"battle": _BATTLE, "question": {"kind": "sight", "by": "Heron", "at": "Anvil"}},
    ),
}
RULINGS = {"two": _one("Two at once", {"battle": _BATTLE, "questions": [_FIRING, _FIRING]})}
SURVEY = {"one": _one("All of one piece", {"battle": _BATTLE, "piece": "Heron"})}
TABLE = {"example": _one("A shipped battle", {"battle": _BATTLE})}
ODDS = {
    "exact": _one(
        "In fractions",
        {"battle": _BATTLE, "action": "fire Heron -> Anvil with Lance", "exact": True},
    ),
    "sampled": _one(
        "A million trials",
        {
            "battle": _BATTLE,
            "action": "fire Heron -> Anvil with Lance",
            "sample": {"trials": 1_000_000, "seed": "vega"},
        },
    ),
}
IMPORT = {"battle": _one("A battle file", {"name": "battle.yaml", "text": _TEXT})}
_PLACE = {"do": "place", "id": "Heron", "to": [20.0, 14.0], "facing": 10.0}
EDIT = {
    "place": _one("Move a ship", {"battle": {**_BATTLE, "edits": [_PLACE]}, "fields_of": ["Heron"]})
}
MEASURE = {"ships": _one("Between ships", {"battle": _BATTLE, "from": "Heron", "to": "Anvil"})}
PICTURE = {"ruled": _one("With a ruling", {"battle": _BATTLE, "question": _FIRING})}
SESSION = {"example": _one("A shipped battle", {"battle": _BATTLE})}
ACT = {"fire": _one("Fire", {"head": HEAD, "action": "fire Heron -> Anvil with Lance"})}
FACES = {"dice": _one("Two dice", {"head": HEAD, "faces": [4, 6]})}
OPTION = {"first": _one("The first option", {"head": HEAD, "index": 0})}
UNDO = {"undo": _one("If nobody minds", {"head": HEAD, "agreed": True})}
JOIN = {"come": _one("Here I am", {})}
STEP = {"step": _one("From this state", {"head": HEAD})}
