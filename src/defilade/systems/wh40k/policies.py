"""Named policies: who chooses what when odds are asked, or when nobody cares to choose.

Knows the kinds of choice of this system; a policy is a function from the question to one of
its options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defilade.dice import Choose

Policy = Callable[[Choose], Any]


def first(question: Choose) -> Any:
    """The first option: lethal hits used, groups as listed, nobody picked out."""
    return question.options[0]


def last(question: Choose) -> Any:
    """The last option: lethal hits not used, a CHARACTER picked out."""
    return question.options[-1]


_DEFAULT: Mapping[str, Policy] = {
    "lethal": first,
    "allocation": first,
    "precision": first,
    "coherency": last,
}

POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "default": _DEFAULT,
    "without_lethal": {**_DEFAULT, "lethal": last},
    "characters_first": {**_DEFAULT, "precision": last},
    "last_group_first": {**_DEFAULT, "allocation": last},
}
"""`default` uses LETHAL HITS, deals to groups as listed and picks nobody; the others change one
of these. LETHAL HITS can be the worse choice with ANTI or DEVASTATING WOUNDS."""
