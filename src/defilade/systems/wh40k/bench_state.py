"""What a case's `given` describes, as a state of play.

Knows the shape of cases: lists with ids, rects, models with `at`, `r`, `h`. Judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from defilade.frozen import FrozenMap
from defilade.systems.wh40k.battle import (
    AreaLine,
    Datasheet,
    FeatureLine,
    GapLine,
    ModelLine,
    SectionLine,
    SurfaceLine,
    WeaponLine,
)
from defilade.systems.wh40k.build import area_of, model_of, profile_of, weapon_of
from defilade.systems.wh40k.options import HouseRules, with_options
from defilade.systems.wh40k.state import Area, Model, Objective, State, Unit, Weapon
from defilade.systems.wh40k.terms import AgreedBy, Category, Method, MoveType, Phase, SectionKind
from defilade.values import DiceExpr, Need

Given = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Bench:
    """A case under way: the state, the house rules, and `given` for what is no state."""

    state: State
    rules: HouseRules
    given: Given


def opened(case: Given) -> Bench:
    """The bench a case's `given` and `options` describe."""
    given = case.get("given") or {}
    options = {**(given.get("options") or {}), **(case.get("options") or {})}
    return Bench(state_from(given), with_options(HouseRules(), options), given)


def state_from(given: Given) -> State:
    """A state of everything that stands on the table of a case."""
    areas = {line["id"]: area_from(line) for line in given.get("terrain") or ()}
    turn = int(given.get("turn", 1))
    blank = State(
        title="",
        size=tuple(given.get("size", (0.0, 0.0))),
        areas=FrozenMap(areas),
        units=FrozenMap(),
        models=FrozenMap(),
        sides=tuple(given.get("sides", ("red", "blue"))),
        turn=turn,
        phase=Phase(given.get("phase", "shooting")),
        points=FrozenMap({"red": 0, "blue": 0}),
    )
    state = with_units(blank, given.get("units") or ())
    objective = given.get("objective")
    names = [objective] if isinstance(objective, str) else list(objective or ())
    found = {name: Objective(name, area=name) for name in names if isinstance(name, str)}
    return replace(state, objectives=FrozenMap(found))


def with_units(state: State, lines: Iterable[Given]) -> State:
    """The state with units of a case added."""
    for line in lines:
        unit, models = unit_from(line, state.turn)
        state = state.put_unit(unit).put_model(*models)
    return state


def without(state: State, names: Iterable[str]) -> State:
    """The state without some areas, features, units or models."""
    for name in names:
        if name in state.areas:
            state = replace(state, areas=state.areas.drop(name))
        elif name in state.units:
            for model in state.units[name].models:
                state = replace(state, models=state.models.drop(model))
            state = replace(state, units=state.units.drop(name))
        elif name in state.models:
            unit = state.units[state.models[name].unit]
            kept = tuple(one for one in unit.models if one != name)
            state = replace(state, models=state.models.drop(name))
            state = state.put_unit(replace(unit, models=kept))
        else:
            state = replace(state, areas=_without_feature(state, name))
    return state


def _without_feature(state: State, name: str) -> FrozenMap[str, Area]:
    areas = dict(state.areas)
    found = False
    for key, area in areas.items():
        kept = tuple(one for one in area.features if one.id != name)
        found = found or len(kept) < len(area.features)
        areas[key] = replace(area, features=kept)
    if not found:
        raise ValueError(f"without: nothing is called {name!r}")
    return FrozenMap(areas)


def area_from(line: Given) -> Area:
    """An area of a case: rect or outline, method, features as a list or a mapping."""
    features = line.get("features") or ()
    if isinstance(features, Mapping):
        features = [{"id": key, **value} for key, value in features.items()]
    found = {str(f.get("id", f"feature {k + 1}")): feature_from(f) for k, f in enumerate(features)}
    area = AreaLine(
        method=Method(line.get("method", "mat")),
        rect=_floats(line.get("rect")),
        outline=_ring(line.get("outline")),
        features=found,
        agreed_by=AgreedBy(line.get("agreed_by", "players")),
        wants=tuple(Category(one) for one in line.get("wants", ())),
        objective=bool(line.get("objective", False)),
    )
    return area_of(line["id"], area)


def feature_from(line: Given) -> FeatureLine:
    """A feature of a case."""
    cat = line.get("cat", line.get("category"))
    top = line.get("top", line.get("height"))
    return FeatureLine(
        preset=line.get("preset"),
        cat=None if cat is None else Category(cat),
        rect=_floats(line.get("rect")),
        outline=_ring(line.get("outline")),
        top=None if top is None else float(top),
        sections=tuple(_section(one) for one in line.get("sections", ())),
        gaps=tuple(_gap(one) for one in line.get("gaps", ())),
        surfaces=tuple(
            SurfaceLine(float(one["z"]), _floats(one.get("rect")), _ring(one.get("outline")))
            for one in line.get("surfaces", ())
        ),
        opaque=bool(line.get("opaque", True)),
    )


def _section(line: Given) -> SectionLine:
    low, high = line["z"] if "z" in line else (line.get("bottom", 0.0), line["top"])
    return SectionLine(
        top=float(high),
        bottom=float(low),
        kind=SectionKind(line.get("kind", "wall")),
        rect=_floats(line.get("rect")),
        outline=_ring(line.get("outline")),
    )


def _gap(line: Given) -> GapLine:
    return GapLine(
        z=_floats(line["z"]),
        x=_floats(line.get("x")),
        y=_floats(line.get("y")),
        outline=_ring(line.get("outline")),
        enclosed=bool(line.get("enclosed", True)),
    )


def _floats(values: Any) -> Any:
    return None if values is None else tuple(float(value) for value in values)


def _ring(points: Any) -> Any:
    return None if points is None else tuple((float(x), float(y)) for x, y in points)


def unit_from(line: Given, turn: int) -> tuple[Unit, tuple[Model, ...]]:
    """A unit of a case with its models."""
    name = line["id"]
    models = tuple(model_from(one, name, line) for one in line.get("models") or ())
    did = str(line.get("moved_type", line.get("moved", "none")))
    unit = Unit(
        id=name,
        side=line.get("side", "red"),
        models=tuple(model.id for model in models),
        starting=int(line.get("starting_strength", line.get("starting", len(models)))),
        shot_turn=line.get("shot_turn"),
        moved=MoveType("advance" if line.get("advanced") else _fell_back(line, did)),
        moved_inches=float(line.get("max_moved", line.get("max_moved_inches", 0.0))),
        set_up_turn=turn if line.get("set_up_this_turn") else None,
        battle_shocked=bool(line.get("battle_shocked", False)),
        has_shot=line.get("shot_turn") == turn and bool(line.get("has_shot", False)),
        leaders=tuple(line.get("leaders", ())),
    )
    return unit, models


def _fell_back(line: Given, did: str) -> str:
    return "fall_back" if line.get("fell_back") else did


def model_from(line: Given, unit: str, of: Given) -> Model:
    """A model of a case; what it does not say, its unit says."""
    both = {**of, **line}
    at = tuple(float(value) for value in line.get("at", (0.0, 0.0)))
    sheet = sheet_from(both, (at[0], at[1]))
    placed = ModelLine(
        at=(at[0], at[1]),
        z=float(line.get("z", 0.0)),
        facing=float(line.get("facing", 0.0)),
        kw=tuple(line.get("kw", ())),
        wounds=line.get("wounds_left"),
        unstable=bool(line.get("unstable", False)),
    )
    profile = profile_of(str(of.get("sheet", unit)), sheet, placed.kw)
    return model_of(str(line["id"]), unit, placed, profile)


def sheet_from(line: Given, at: tuple[float, float] = (0.0, 0.0)) -> Datasheet:
    """The characteristics of a model, target or mover of a case."""
    hull = line.get("hull")
    corners = None
    if hull is not None:
        x0, y0, x1, y1 = (float(value) for value in hull)
        ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        corners = tuple((x - at[0], y - at[1]) for x, y in ring)
    mm = line.get("base_mm")
    if mm is None and line.get("r") is None and corners is None:
        mm = 32.0
    weapons = line.get("weapons") or {}
    if not isinstance(weapons, Mapping):
        weapons = {str(one.get("name", k)): one for k, one in enumerate(weapons)}
    return Datasheet(
        kw=tuple(str(word).upper() for word in line.get("kw", ())),
        M=float(line.get("M", 6.0)),
        T=int(line.get("T", 4)),
        Sv=Need(int(line.get("Sv", 7))),
        InSv=_need(line.get("InSv")),
        W=int(line.get("W", 1)),
        Ld=Need(int(line.get("Ld", 7))),
        OC=line.get("OC", 1) if isinstance(line.get("OC", 1), int) else None,
        FNP=_need(line.get("FNP")),
        r=None if line.get("r") is None else float(line["r"]),
        base_mm=mm,
        oval_mm=_floats(line.get("oval_mm")),
        hull=corners,
        h=float(line.get("h", line.get("height", 1.5))),
        abilities=tuple(line.get("abilities", ())),
        detection=line.get("detection_range"),
        weapons={name: weapon_line(one) for name, one in weapons.items()},
    )


def _need(value: Any) -> Need | None:
    return None if value is None else Need(int(str(value).rstrip("+")))


def weapon_line(line: Given) -> WeaponLine:
    """A weapon of a case; ranged unless it is of melee kind, with 24 inches where none is told."""
    melee = line.get("kind") == "melee" or ("WS" in line and "BS" not in line)
    return WeaponLine(
        A=DiceExpr.parse(str(line.get("A", 1))),
        S=int(line.get("S", 4)),
        AP=int(line.get("AP", 0)),
        D=DiceExpr.parse(str(line.get("D", 1))),
        R=None if melee else float(line.get("R", 24.0)),
        BS=_need(line.get("BS")),
        WS=_need(line.get("WS")),
        abilities=tuple(str(one) for one in line.get("abilities", ())),
    )


def weapon_from(line: Given) -> Weapon:
    """A weapon of a case."""
    return weapon_of(str(line.get("name", "weapon")), weapon_line(line))
