"""Named policies: who chooses what when odds are asked, or when nobody cares to choose.

Knows the kinds of choice of this system; a policy is a function from the question to one of
its options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defilade.dice import Choose
from defilade.systems.conquest.splitting import best, breaks, destroys, stands_lost, wounds_dealt

Policy = Callable[[Choose], Any]


def first(question: Choose) -> Any:
    """The first option: the first Regiment that can takes the place, the first way out."""
    return question.options[0]


_DEFAULT: Mapping[str, Policy] = {
    "split": best(wounds_dealt),
    "occupy": first,
    "placement": first,
}

POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "default": _DEFAULT,
    "most_stands": {**_DEFAULT, "split": best(stands_lost)},
    "most_destroyed": {**_DEFAULT, "split": best(destroys)},
    "most_broken": {**_DEFAULT, "split": best(breaks)},
}
"""Each policy splits Attacks as is best for the attacker by one measure: `default` for Wounds,
`most_stands` for Stands lost, `most_destroyed` and `most_broken` for Regiments so ended."""
