"""From a battle's words to the state of play.

Knows how lines of a battle become features, profiles and units; checks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Base, Circle, Oval, Polygon
from defilade.systems.wh40k.battle import (
    AreaLine,
    Battle,
    Datasheet,
    FeatureLine,
    GapLine,
    ModelLine,
    Rect,
    UnitLine,
    WeaponLine,
    Zone,
)
from defilade.systems.wh40k.presets import preset
from defilade.systems.wh40k.state import (
    Ability,
    Area,
    Feature,
    Gap,
    Model,
    Objective,
    Outline,
    Profile,
    Section,
    State,
    Surface,
    Unit,
    Weapon,
    known,
)
from defilade.systems.wh40k.terms import MM, Category, Method

_ABILITY = re.compile(
    r"\[?\s*(?P<name>[A-Z][A-Z' \-]*?)\s*(?P<value>D?\d+)?\+?\s*\"?"
    r"\s*(?::\s*(?P<against>[A-Z' \-]+?))?\s*\]?\Z"
)
_SAME = {"PISTOL": "CLOSE-QUARTERS", "CLOSE QUARTERS": "CLOSE-QUARTERS", "RAPID-FIRE": "RAPID FIRE"}


def ability(text: str) -> Ability | None:
    """An ability from its text; None where it cannot be read.

    >>> ability("ANTI-INFANTRY 4+")
    Ability(name='ANTI', value=4, against='INFANTRY')
    >>> ability("[melta 2: vehicle]")
    Ability(name='MELTA', value=2, against='VEHICLE')
    """
    found = _ABILITY.match(text.strip().upper().replace("_", " "))
    if found is None:
        return None
    name, value, against = found["name"].strip(), found["value"], found["against"]
    if name.startswith("ANTI-"):
        name, against = "ANTI", name.removeprefix("ANTI-").strip()
    if value is not None and not value.isdigit():
        return None
    name = _SAME.get(name, name)
    return Ability(name, int(value) if value else None, against)


def abilities(texts: Iterable[str]) -> tuple[Ability, ...]:
    """All that can be read."""
    return tuple(found for text in texts if (found := ability(text)) is not None)


def rect_outline(rect: Rect) -> Outline:
    """The corners of x0, y0, x1, y1, anticlockwise."""
    x0, y0, x1, y1 = rect
    x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def zone_outline(zone: Zone) -> Outline:
    """The corners of a deployment zone, however it is given."""
    corners = tuple((float(p[0]), float(p[1])) for p in zone if isinstance(p, tuple))
    if corners:
        return corners
    x0, y0, x1, y1 = (float(edge) for edge in zone if not isinstance(edge, tuple))
    return rect_outline((x0, y0, x1, y1))


def outline_of(rect: Rect | None, outline: Outline | None) -> Outline:
    """The corners of either; nothing where neither is given."""
    if outline is not None:
        return tuple((float(x), float(y)) for x, y in outline)
    return rect_outline(rect) if rect is not None else ()


def feature_of(name: str, line: FeatureLine) -> Feature:
    """A feature; what it leaves out comes from its preset (WH-CAT-06)."""
    known = preset(line.preset) if line.preset else None
    cat = line.cat or (known.cat if known else Category.DENSE)
    top = line.top if line.top is not None else (known.top if known else 0.0)
    opaque = line.opaque and (known is None or known.opaque)
    outline = outline_of(line.rect, line.outline)
    sections = tuple(
        Section(outline_of(s.rect, s.outline), s.bottom, s.top, s.kind, s.opaque)
        for s in line.sections
    )
    if not sections and top > 0.0:
        sections = (Section(outline, 0.0, top, opaque=opaque),)
    gaps = tuple(
        Gap(gap_outline(gap, outline), gap.z[0], gap.z[1], gap.enclosed) for gap in line.gaps
    )
    surfaces = tuple(Surface(outline_of(s.rect, s.outline) or outline, s.z) for s in line.surfaces)
    return Feature(name, cat, outline, sections, gaps, surfaces)


def gap_outline(line: GapLine, outline: Outline) -> Outline:
    """The part of a feature's footprint that is open; all of it where nothing is said."""
    if line.outline is not None:
        return outline_of(None, line.outline)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    x0, x1 = line.x if line.x is not None else (min(xs), max(xs))
    y0, y1 = line.y if line.y is not None else (min(ys), max(ys))
    return rect_outline((x0, y0, x1, y1))


def area_of(name: str, line: AreaLine) -> Area:
    """An area; under method `feature` its outline is the feature's own (WH-AREA-03).

    On a mat it is the edge of the mat (WH-AREA-06).
    """
    features = tuple(feature_of(key, feature) for key, feature in line.features.items())
    outline = outline_of(line.rect, line.outline)
    if line.method is Method.FEATURE and features:
        outline = features[0].outline
    return Area(name, outline, features, line.method, line.agreed_by, line.objective)


def weapon_of(name: str, line: WeaponLine) -> Weapon:
    """A weapon of a datasheet."""
    skill = line.BS if line.R is not None else line.WS
    return Weapon(
        name,
        line.R,
        line.A,
        None if skill is None else skill.value,
        line.S,
        line.AP,
        line.D,
        abilities(line.abilities),
    )


def base_of(sheet: Datasheet) -> Base:
    """A base around the origin; 32 mm where nothing is said (WH-MEAS-08, default)."""
    if sheet.r is not None:
        return Circle((0.0, 0.0), sheet.r)
    if sheet.oval_mm is not None:
        long, short = sheet.oval_mm
        return Oval((0.0, 0.0), long / MM / 2, short / MM / 2, 0.0)
    if sheet.base_mm is None and sheet.hull is not None:
        return Polygon(sheet.hull)
    return Circle((0.0, 0.0), (sheet.base_mm or 32.0) / MM / 2)


def profile_of(name: str, sheet: Datasheet, more: Iterable[str] = ()) -> Profile:
    """A datasheet's characteristics, with `more` keywords. A model without a base is FRAME."""
    keywords = {word.upper() for word in (*sheet.kw, *more)}
    if sheet.hull is not None and sheet.r is None and not (sheet.base_mm or sheet.oval_mm):
        keywords.add("FRAME")
    return Profile(
        name=name,
        keywords=frozenset(keywords),
        move=sheet.M,
        toughness=sheet.T,
        save=sheet.Sv.value,
        invulnerable=None if sheet.InSv is None else sheet.InSv.value,
        wounds=sheet.W,
        leadership=sheet.Ld.value,
        control=sheet.OC,
        feel_no_pain=None if sheet.FNP is None else sheet.FNP.value,
        base=base_of(sheet),
        hull=None if sheet.hull is None else Polygon(sheet.hull),
        height=sheet.h,
        abilities=abilities(sheet.abilities),
        detection=sheet.detection,
        weapons=FrozenMap({key: weapon_of(key, line) for key, line in sheet.weapons.items()}),
    )


def model_of(name: str, unit: str, line: ModelLine, profile: Profile) -> Model:
    """A model of a unit."""
    at = line.at if line.at is not None else (0.0, 0.0)
    wounds = profile.wounds if line.wounds is None else line.wounds
    weapons = tuple(profile.weapons) if line.weapons is None else line.weapons
    return Model(
        name, unit, profile, at, line.z, wounds, line.facing, weapons, line.barrel, line.unstable
    )


def unit_of(name: str, line: UnitLine, turn: int) -> Unit:
    """A unit and what it did."""
    return Unit(
        id=name,
        side=line.side,
        models=tuple(line.models),
        starting=line.starting_models or len(line.models),
        shot_turn=line.shot_turn,
        moved=line.moved,
        moved_inches=line.moved_inches,
        set_up_turn=turn if line.set_up_this_turn else None,
        battle_shocked=line.battle_shocked,
        has_shot=line.shot_turn == turn,
        leaders=line.leaders,
        in_reserve=line.in_reserve,
    )


def sides_of(battle: Battle) -> tuple[str, ...]:
    """The two sides, the first to have a turn first."""
    return battle.sides or tuple(dict.fromkeys(line.side for line in battle.units.values()))


def state_of(battle: Battle) -> State:
    """The state of a battle whose names all fit (`checks` holds that they do)."""
    areas = {name: area_of(name, line) for name, line in battle.terrain.items()}
    units = {name: unit_of(name, line, battle.turn) for name, line in battle.units.items()}
    models: dict[str, Model] = {}
    profiles: dict[tuple[str, tuple[str, ...]], Profile] = {}
    for unit, line in battle.units.items():
        for name, model in line.models.items():
            kind = (model.sheet or line.sheet, model.kw)
            if kind not in profiles:
                profiles[kind] = profile_of(kind[0], battle.datasheets[kind[0]], model.kw)
            models[name] = model_of(name, unit, model, profiles[kind])
    sides = sides_of(battle)
    return State(
        title=battle.title,
        size=battle.size,
        areas=known(FrozenMap(areas)),
        units=known(FrozenMap(units)),
        models=known(FrozenMap(models)),
        objectives=FrozenMap(_objectives(battle)),
        sides=sides,
        turn=battle.turn,
        phase=battle.phase,
        zones=FrozenMap({side: zone_outline(zone) for side, zone in battle.zones.items()}),
        points=FrozenMap(dict.fromkeys(sides, 0)),
    )


def _objectives(battle: Battle) -> Mapping[str, Objective]:
    found = {
        name: Objective(name, area=name) for name, line in battle.terrain.items() if line.objective
    }
    return found | {name: Objective(name, at=line.at) for name, line in battle.markers.items()}
