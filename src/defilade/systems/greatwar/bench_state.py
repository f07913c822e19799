"""The state a worked case describes, in the vocabulary of the head of the case file.

Knows the cases' defaults (an endless field, units ordered and unmoved) and their dotted
config names; nothing of what a step does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from defilade.frozen import FrozenMap
from defilade.geometry.hexes import ORIGIN, Board, Cube, within
from defilade.systems.greatwar.battle import Battle, Defaults
from defilade.systems.greatwar.book import Book, book_of
from defilade.systems.greatwar.build import assembled, board_of, place
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.state import Command, Field, Reserve, State, Unit
from defilade.systems.greatwar.tables import POOL
from defilade.systems.greatwar.terms import Phase, Section, Side, Terrain, Token

_BATTLE = ("waterway", "rows", "board", "cards", "hands", "hand_limit", "objectives", "exits")
"""Words of `given` that are those of a battle file and read in the same way."""

_GIVEN = frozenset(
    {
        *_BATTLE, "active", "config", "defaults", "die", "field", "hexes", "hq", "medals",
        "medals_to_win", "off_field", "options", "pending", "phase", "pool", "reserve", "units",
        "units_already_battled", "hq_pool",
    }
)  # fmt: skip
_UNIT = frozenset(
    {
        "id", "side", "type", "at", "figures", "personnel", "ordered", "moved", "hexes_moved",
        "moved_onto", "battled", "bogged", "ditched", "silhouettes", "silhouette_tokens", "bonus",
    }
)  # fmt: skip

_DEFAULTS = {
    "artillery.battle_dice_per_die": "artillery_battle_dice_per_die",
    "artillery.template": "artillery_template",
    "template": "artillery_template",
    "die": "die_faces",
    "die.faces": "die_faces",
    "hit.faces": "hit_faces",
    "retreat.hexes_per_flag": "retreat_hexes_per_flag",
    "tank.bog_faces": "tank_bog_faces",
    "tank.confirm": "tank_confirm",
    "tank.hit_faces": "tank_hit_faces",
    "wire.cut": "wire_cut",
}
"""Config names of the ledger that are stand-ins, and their names in `defaults`."""

FAR = 40
"""How far a field reaches of which a case says only where it ends."""


@dataclass(frozen=True, slots=True)
class Pending:
    """Flags that wait for the defender: rolled, how many may and must be ignored."""

    target: str
    flags: int
    may: int
    must: int = 0
    owed: int = 0


@dataclass(frozen=True)
class Bench:
    """A case under way. `error` names the clause by which its set-up cannot be."""

    state: State
    rules: HouseRules
    given: Mapping[str, Any] = field(default_factory=dict, compare=False)
    pending: Pending | None = None
    error: str | None = None
    listed: Mapping[Cube, tuple[Token, ...]] = field(default_factory=dict, compare=False)

    def on(self, state: State) -> Bench:
        """The bench with another state."""
        return replace(self, state=state)

    def unit(self, name: Any) -> Unit:
        """A unit by name; raises `ValueError`."""
        try:
            return self.state.units[str(name)]
        except KeyError:
            raise ValueError(f"{name!r} is no unit of this case") from None

    def acting(self, unit: Unit) -> Bench:
        """The bench with the turn of the unit's side: bottom, unless the acting unit is top."""
        return self.on(replace(self.state, active=unit.side))


@lru_cache(maxsize=4)
def _reader(kind: type[Any]) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def configured(rules: HouseRules, config: Mapping[str, Any]) -> tuple[HouseRules, dict[str, Any]]:
    """House rules and stand-ins by the dotted names of the ledger; raises `ValueError`."""
    known = {each.name for each in fields(HouseRules)}
    own = {each.name for each in fields(Defaults)}
    options = {each.name: getattr(rules, each.name) for each in fields(HouseRules)}
    defaults: dict[str, Any] = {}
    for name, value in config.items():
        plain = name.replace(".", "_")
        if plain in known:
            # YAML reads a bare `on` as true.
            options[plain] = "on" if plain == "rebuild_where" and value is True else value
        elif name in _DEFAULTS or plain in own:
            defaults[_DEFAULTS.get(name, plain)] = _shaped(_DEFAULTS.get(name, plain), value)
        else:
            raise ValueError(f"config has no {name!r}")
    return _reader(HouseRules).validate_python(options), defaults


def _shaped(name: str, value: Any) -> Any:
    if name == "retreat_hexes_per_flag" and isinstance(value, int):
        return {"soldier": value, "gun": value, "tank": value}
    if name in ("tank_confirm", "wire_cut") and not value:
        return [] if name == "tank_confirm" else None
    return value


def opened(case: Mapping[str, Any]) -> Bench:
    """The bench of a case's `given`; raises `ValueError` for words it does not know."""
    given = dict(case.get("given") or {})
    if unknown := set(given) - _GIVEN:
        raise ValueError(f"given has no {', '.join(sorted(unknown))}")
    config = {**(case.get("config") or {}), **(given.get("config") or {})}
    config |= given.get("options") or {}
    rules, defaults = configured(HouseRules(), config)
    if "die" in given:
        defaults["die_faces"] = given["die"]
    defaults |= given.get("defaults") or {}
    book = book_of(_reader(Defaults).validate_python(defaults))
    battle = _battle(given, rules)
    state = assembled(battle, book, _board(given, battle, book))
    bench = Bench(state, rules, given, _pending(given), _error(state), _listed(given))
    return bench.on(_turn(given, bench.state))


def _battle(given: Mapping[str, Any], rules: HouseRules) -> Battle:
    units = [_unit(line) for line in given.get("units") or ()]
    hexes = [_hex(line) for line in given.get("hexes") or ()]
    words = {name: given[name] for name in _BATTLE if name in given}
    if not isinstance(words.get("board", ""), str) or words.get("board") == "standard":
        del words["board"]
    hq = {side: n for side, n in (given.get("hq") or {}).items() if side in tuple(Side)}
    words |= {name: given[name] for name in ("medals", "medals_to_win") if name in given}
    battle: Battle = _reader(Battle).validate_python(
        {"units": units, "hexes": hexes, "hq": hq, **words}
    )
    return replace(battle, options=rules)


def _unit(line: Mapping[str, Any]) -> dict[str, Any]:
    if strange := set(line) - _UNIT:
        raise ValueError(f"units have no {', '.join(sorted(strange))}")
    figures = line.get("figures", line.get("silhouettes", line.get("silhouette_tokens")))
    known = {"id", "side", "type", "at", "personnel", "ordered", "battled", "bogged", "ditched"}
    kept = {name: value for name, value in line.items() if name in known}
    moved = int(line.get("hexes_moved", line.get("moved", 1 if "moved_onto" in line else 0)))
    return {"ordered": True, **kept, "figures": figures, "hexes_moved": moved}


_ALIASES = {"shell_crater": Token.SHELL_CRATER, "mine_crater": Token.MINE_CRATER}


def _hex(line: Mapping[str, Any]) -> dict[str, Any]:
    """A hex line; craters may be written as terrain, rubble and forts by their short names."""
    kept = dict(line)
    terrain = kept.get("terrain", "countryside")
    if terrain in _ALIASES:
        kept["terrain"] = Terrain.COUNTRYSIDE
        kept["tokens"] = [*(kept.get("tokens") or ()), _ALIASES[terrain].value]
    elif terrain in ("bridge", "damaged_bridge"):
        kept["terrain"] = Terrain.WATERWAY
        kept["tokens"] = [*(kept.get("tokens") or ()), terrain]
    elif terrain in ("rubble", "fort"):
        kept["terrain"] = Terrain.RUBBLE if terrain == "rubble" else Terrain.BUNKER
    return kept


def _board(given: Mapping[str, Any], battle: Battle, book: Book) -> Board | None:
    """The field a case states: drawn, in rows, or only where it ends; else endless."""
    stated = given.get("field") or given.get("board")
    if battle.board or battle.rows or stated == "standard":
        return board_of(battle, book)
    limits = _limits(stated if isinstance(stated, Mapping) else {})
    off = {cube(at) for at in given.get("off_field") or ()}
    if not limits and not off:
        return None
    low_q, high_q = limits.get("q_min", -FAR), limits.get("q_max", FAR)
    low_r, high_r = limits.get("r_min", -FAR), limits.get("r_max", FAR)
    return Board.of(
        here
        for here in within(ORIGIN, FAR)
        if low_q <= here.q <= high_q and low_r <= here.r <= high_r and here not in off
    )


_LIMITS = {
    "r_min": ("r_min", "min_r", "top_row", "top"),
    "r_max": ("r_max", "max_r", "bottom_row", "bottom"),
    "q_min": ("q_min", "min_q"),
    "q_max": ("q_max", "max_q"),
}
"""Words for where a field ends, by what they say."""


def _limits(stated: Mapping[str, Any]) -> dict[str, int]:
    """Least and greatest q and r of a field, from `r: [0, 10]`, `r_min: 0` and the like."""
    found: dict[str, int] = {}
    for axis in ("q", "r"):
        if axis in stated:
            found[f"{axis}_min"], found[f"{axis}_max"] = map(int, stated[axis])
    for name, words in _LIMITS.items():
        said = [int(stated[word]) for word in words if word in stated]
        if said:
            found[name] = said[0]
    known = {"q", "r", *(word for words in _LIMITS.values() for word in words)}
    if unknown := set(stated) - known:
        raise ValueError(f"a field has no {', '.join(sorted(map(str, unknown)))}")
    return found


def cube(at: Any) -> Cube:
    """A hex of a case; raises `ValueError`."""
    found = place(at if isinstance(at, str) else (int(at[0]), int(at[1])), None)
    if found is None:
        raise ValueError(f"{at!r} is no hex")
    return found


def pair(here: Cube) -> list[int]:
    """A hex as cases write it."""
    return [here.q, here.r]


def _listed(given: Mapping[str, Any]) -> dict[Cube, tuple[Token, ...]]:
    """The order in which a case lists the tokens of each hex."""
    lines: Sequence[Mapping[str, Any]] = [_hex(line) for line in given.get("hexes") or ()]
    return {cube(line["at"]): tuple(map(Token, line.get("tokens") or ())) for line in lines}


def _pending(given: Mapping[str, Any]) -> Pending | None:
    line = given.get("pending")
    if not line:
        return None
    allowed = line.get("Fl", 0)
    may = line["flags"] if allowed == "all" else int(allowed)
    return Pending(str(line["target"]), int(line["flags"]), may, int(line.get("must_ignore", 0)))


def _error(state: State) -> str | None:
    """The clause that a set-up breaks so that it cannot be played at all (GW-WAT-02)."""
    for site in state.sites.values():
        if site.terrain is Terrain.WATERWAY and site.waterway is None:
            return "GW-WAT-02"
    return None


def _turn(given: Mapping[str, Any], state: State) -> State:
    """Whose turn it is, what was done in it, and tokens in the pool."""
    state = replace(
        state,
        active=Side(given.get("active", "bottom")),
        phase=Phase(given.get("phase", "move")),
    )
    for line in given.get("units") or ():
        unit = state.units[str(line["id"])]
        onto = line.get("moved_onto")
        if isinstance(onto, Sequence) and not isinstance(onto, str):
            unit = replace(unit, moved_onto=cube(onto))
        state = state.put(replace(unit, bonus=int(line.get("bonus", 0))))
    for name in given.get("units_already_battled") or ():
        state = state.change(name, battled=True)
    if given.get("units_already_battled"):
        state = replace(state, phase=Phase.BATTLE)
    if line := given.get("reserve"):
        reserve = Reserve(int(line["strength"]), bool(line.get("ordered", True)))
        state = replace(state, reserves=FrozenMap({Side(line["side"]): reserve}))
    return replace(state, pool=_pool(given, state))


def _pool(given: Mapping[str, Any], state: State) -> int:
    hq = given.get("hq") or {}
    for said in (given.get("pool"), given.get("hq_pool"), hq.get("pool"), hq.get("common")):
        number = said.get("common", said.get("hq")) if isinstance(said, Mapping) else said
        if number is not None:
            return int(number)
    return max(0, POOL - sum(state.hq.values()))


def with_config(bench: Bench, config: Mapping[str, Any]) -> Bench:
    """The bench under config that holds for one step."""
    if not config:
        return bench
    rules, defaults = configured(bench.rules, config)
    if not defaults:
        return replace(bench, rules=rules)
    given: dict[str, Any] = dict(bench.given)
    given["config"] = {**(given.get("config") or {}), **config}
    fresh: Field = opened({"given": given}).state.field
    return replace(bench, rules=rules, state=replace(bench.state, field=fresh))


def command_of(order: Any) -> Command:
    """The card that a step's `order` names."""
    if order in (None, "artillery_bombard", "bombard"):
        return Command(0, bombard=True)
    if isinstance(order, Mapping):
        named = order.get("section_card", order.get("section"))
        names = named if isinstance(named, list) else [named]
        only = bool(order.get("battlefield_only", order.get("battlefield_units_only", False)))
        number = int(order.get("units", order.get("number", 1)))
        return Command(number, tuple(Section(name) for name in names), battlefield_only=only)
    raise ValueError(f"no order {order!r}")
