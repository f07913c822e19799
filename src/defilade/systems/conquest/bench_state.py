"""The state a worked case describes, and the dice its steps give.

Knows the head of the case file (its words are a battle file's, a few written otherwise) and
nothing of what a step does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from defilade.dice import Choose, Face, Procedure, Roll, Run, Total
from defilade.systems.conquest.battle import Battle, RegimentLine, UnitLine
from defilade.systems.conquest.build import state_of
from defilade.systems.conquest.options import HouseRules, with_options
from defilade.systems.conquest.policies import POLICIES
from defilade.systems.conquest.state import Regiment, State

GIVEN = frozenset({"board", "terrain", "regiments", "options", "turn"})
UNIT_WORDS = frozenset(field.name for field in fields(UnitLine)) - {"stands"}
REGIMENT_WORDS = frozenset(field.name for field in fields(RegimentLine)) - {"stats"}
SAID = {"class": "weight", "armour_piercing": "armor_piercing"}
"""Words of cases that battle files write otherwise."""
IGNORED = frozenset({"facing_when_entered", "occupied_on_turn", "turn", "activating"})
"""Words that tell a story and bear on nothing, or are read elsewhere."""
DEFAULT_ACTIONS = 2


@dataclass(frozen=True, slots=True)
class Bench:
    """A case under way: what was given, and how it stands. `state` is None where the given is
    no table but numbers of their own."""

    given: Mapping[str, Any]
    battle: Battle | None
    state: State
    rules: HouseRules


@lru_cache(maxsize=1)
def _reader() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Battle)


def opened(case: Mapping[str, Any]) -> Bench:
    """The bench of a case's `given` and `options`; raises `ValueError` for unknown words."""
    given = dict(case.get("given") or {})
    changes = {**(given.get("options") or {}), **(case.get("options") or {})}
    rules = with_options(HouseRules(), changes)
    if "regiments" not in given and "terrain" not in given:
        return Bench(given, None, State(), rules)
    if unknown := set(given) - GIVEN:
        raise ValueError(f"given has no {', '.join(sorted(map(str, unknown)))}")
    terrain = {str(t["id"]): _terrain(t) for t in given.get("terrain") or ()}
    lines = given.get("regiments") or ()
    regiments = {str(r["id"]): _regiment(r) for r in lines}
    document: dict[str, Any] = {"terrain": terrain, "regiments": regiments}
    if "board" in given:
        document["size"] = given["board"]
    battle = replace(_reader().validate_python(document), options=rules)
    state = _ready(state_of(battle), lines) if _playable(given) else State()
    return Bench(given, battle, state, rules)


def _playable(given: Mapping[str, Any]) -> bool:
    """Whether every feature has a boundary that a state can be made of."""
    return all("footprint" in t for t in given.get("terrain") or ())


def _terrain(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "id"}


def _regiment(line: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"player": str(line.get("player", "A"))}
    stats: dict[str, Any] = {}
    for key, value in line.items():
        word = SAID.get(str(key).lower(), str(key).lower())
        if word in ("id", "player") or word in IGNORED:
            continue
        if word == "barrage" and isinstance(value, Mapping):
            stats.update({k: v for k, v in value.items() if k in UNIT_WORDS})
            stats[word] = {k: v for k, v in value.items() if k not in UNIT_WORDS}
        elif word in UNIT_WORDS:
            stats[word] = value
        elif word in REGIMENT_WORDS:
            made[word] = value
        else:
            raise ValueError(f"regiments have no {key}")
    made["stats"] = stats
    return made


def _ready(state: State, lines: Sequence[Mapping[str, Any]]) -> State:
    """Every Regiment ready to act: two Actions, unless it says otherwise."""
    for line in lines:
        name = str(line["id"])
        used = tuple(line.get("actions_used") or ())
        deeds = tuple(type_of(word) for word in used)
        left = int(line.get("actions_left", DEFAULT_ACTIONS))
        state = state.change(name, actions_left=left, used=deeds)
        if line.get("activating"):
            state = replace(state, active=name)
    return state


def type_of(word: str) -> Any:
    """An Action's kind by its word."""
    from defilade.systems.conquest.terms import Deed

    return Deed(word)


def acting(bench: Bench, name: str) -> State:
    """The state with a Regiment active."""
    if name not in bench.state.regiments:
        raise ValueError(f"{name!r} is no Regiment of this case")
    return replace(bench.state, active=name)


def regiment_named(state: State, name: str) -> Regiment:
    """The Regiment; raises `ValueError`."""
    try:
        return state.regiments[name]
    except KeyError:
        raise ValueError(f"{name!r} is no Regiment of this case") from None


CLAUSES_OF = {
    "withdraw": "CQ-WIT-05",
    "wounds": "CQ-WIT-06",
    "morale": "CQ-MOR-01",
    "charge": "CQ-CHG-04",
    "hit": "CQ-CLA-13",
    "hits": "CQ-CLA-13",
    "to_hit": "CQ-CLA-13",
    "shots": "CQ-VOL-13",
    "impact": "CQ-IMP-02",
    "saves": "CQ-CLA-14",
    "save": "CQ-CLA-14",
    "defence": "CQ-CLA-14",
    "rally": "CQ-RAL-01",
    "reform": "CQ-REF-02",
}
"""What dice of a step are for, by the word it names them with."""
ONE_KIND = {
    "charge": ("charge", "impact", "saves", "morale"),
    "rally": ("rally",),
    "withdraw": ("withdraw", "wounds", "morale"),
    "reform": ("reform", "saves", "morale"),
    "combat_reform": ("reform", "saves", "morale"),
    "combat_rally": ("rally",),
    "suffer": ("morale",),
    "volley": ("shots", "saves", "morale"),
    "clash": ("hit", "saves", "morale"),
}
"""What an unnamed list of dice of an Action is for: they are thrown one after another."""


@dataclass(frozen=True, slots=True)
class Played:
    """A procedure played on a step's dice: its value, and the throws by clause."""

    value: Any
    thrown: Mapping[str, tuple[Any, ...]]


def play(procedure: Procedure, dice: Any, picks: Mapping[str, Any] | None = None) -> Played | None:
    """Run a procedure on dice by name or in one row; None when dice are wanted and none given.

    Raises `ValueError` when some are given and they run out.
    """
    run = Run.start(procedure)
    named: dict[str, list[int]] = {}
    row: list[int] | None = None
    if isinstance(dice, Mapping):
        for word, faces in dice.items():
            clause = CLAUSES_OF.get(str(word))
            if clause is None:
                raise ValueError(f"dice are for {', '.join(CLAUSES_OF)}, not {word}")
            named[clause] = list(faces) if isinstance(faces, list) else [faces]
            if clause == "CQ-CLA-13":
                named.setdefault("CQ-VOL-13", named[clause])
    elif dice is not None:
        row = list(dice) if isinstance(dice, list) else [dice]
    while (question := run.pending) is not None:
        if isinstance(question, Choose):
            run = run.answer(_picked(question, picks or {}))
        elif dice is None:
            return None
        else:
            run = run.answer(_faces(question, run.needs, named, row))
    thrown: dict[str, tuple[Any, ...]] = {}
    for one in run.log:
        clause = one.question.clause
        thrown[clause] = (*thrown.get(clause, ()), one.answer)
    return Played(run.value, thrown)


def _picked(question: Choose, picks: Mapping[str, Any]) -> Any:
    if question.kind in picks:
        wish = str(picks[question.kind])
        for option in question.options:
            if str(option) == wish:
                return option
        raise ValueError(f"{wish} is not among {', '.join(map(str, question.options))}")
    return POLICIES["default"][question.kind](question)


def _faces(
    question: Roll | Total, count: int, named: dict[str, list[int]], row: list[int] | None
) -> tuple[Face, ...]:
    pool = named.get(question.clause, []) if row is None else row
    if len(pool) < count:
        raise ValueError(f"{question.clause} wants {count} dice, the step has {len(pool)} left")
    taken, pool[:] = tuple(pool[:count]), pool[count:]
    return taken
