"""From a battle file to the state of play: units filled in, places rounded, defaults taken.

Knows defaults; what is wrong with a battle is found in `checks`, before this is called.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Circle, Polygon
from defilade.geometry.formations import Formation
from defilade.geometry.plane import angle_to_bearing, snap, snap_point
from defilade.systems.conquest.battle import Battle, RegimentLine, TerrainLine, UnitLine
from defilade.systems.conquest.state import Barrage, Profile, Regiment, State, Terrain
from defilade.systems.conquest.terms import Feature, Kind, TerrainKind, Weight

STAND = (2.5, 2.5)
"""Size of a Stand that gives none, of every type but monsters (CQ-REG-05)."""
MONSTER_STAND = (3.0, 3.0)
"""Size of a monster's Stand that gives none (CQ-REG-05)."""
SUGGESTED = {Feature.HILL: 2, Feature.FOREST: 3, Feature.TOWER: 3, Feature.WALL: 3}
"""Sizes that features suggest (CQ-LOS-05)."""
USUAL: dict[str, Any] = {
    "type": Kind.INFANTRY,
    "weight": Weight.MEDIUM,
    "march": 5.0,
    "volley": 0,
    "clash": 0,
    "attacks": 1,
    "wounds": 1,
    "resolve": 0,
    "defence": 0,
    "evasion": 0,
    "stands": 1,
    "armor_piercing": 0,
    "cleave": 0,
    "support": 1,
    "impact_bonus": 0,
    "fly": False,
    "arcing_fire": False,
    "rerolls": (),
    "character_stands": 0,
}
"""What a Regiment has whose line and unit leave it out."""


def stat_of(line: RegimentLine, battle: Battle, name: str) -> Any:
    """One characteristic: the Regiment's own first, then its unit's, then the usual."""
    unit = battle.units.get(line.unit or "", UnitLine())
    for given in (line.stats, unit):
        if (value := getattr(given, name)) is not None:
            return value
    return USUAL.get(name)


def given_stats(line: RegimentLine, battle: Battle) -> frozenset[str]:
    """Names of the characteristics that the line or its unit gives."""
    unit = battle.units.get(line.unit or "", UnitLine())
    named = (f.name for f in fields(UnitLine))
    return frozenset(
        n for n in named if getattr(line.stats, n) is not None or getattr(unit, n) is not None
    )


def state_of(battle: Battle) -> State:
    """The state a battle file describes; it has passed its checks."""
    terrain = {name: terrain_of(name, line) for name, line in battle.terrain.items()}
    regiments = {n: regiment_of(n, line, battle) for n, line in battle.regiments.items()}
    state = State(
        title=battle.title,
        size=snap_point(battle.size),
        turn=battle.turn,
        regiments=FrozenMap(regiments),
        terrain=FrozenMap(terrain),
        active=battle.active,
        next_player=battle.first_player,
        stacks=FrozenMap({p: tuple(cards) for p, cards in battle.command_stacks.items()}),
    )
    for name, regiment in regiments.items():
        if regiment.location is not None:
            state = state.occupied_by(regiment.location, name)
    return state


def terrain_of(name: str, line: TerrainLine) -> Terrain:
    """A piece of terrain, its corners rounded, its Size and sight as suggested if not agreed."""
    shape = line.footprint
    footprint: Circle | Polygon
    if shape.circle is not None:
        footprint = Circle(snap_point(shape.circle.centre), snap(shape.circle.radius))
    else:
        footprint = Polygon(tuple(map(snap_point, shape.polygon)))
    garrison = line.kind is TerrainKind.GARRISON
    obscuring = line.obscuring
    if obscuring is None:
        obscuring = garrison or line.feature is Feature.FOREST
    suggested = SUGGESTED.get(line.feature) if line.feature else None
    return Terrain(
        id=name,
        kind=line.kind,
        footprint=footprint,
        defence=line.defence or 0,
        capacity=line.capacity or 0,
        elevation=line.elevation,
        size=suggested if line.size is None else line.size,
        obscuring=obscuring,
        feature=line.feature,
        occupant=line.occupant,
    )


def profile_of(line: RegimentLine, battle: Battle) -> Profile:
    """A Regiment's characteristics."""

    def stat(name: str) -> Any:
        return stat_of(line, battle, name)

    kind = stat("type")
    barrage = stat("barrage")
    per_stand = 4 if kind is Kind.INFANTRY else 1
    return Profile(
        kind=kind,
        weight=stat("weight"),
        march=stat("march"),
        volley=stat("volley"),
        clash=stat("clash"),
        attacks=stat("attacks"),
        wounds=stat("wounds"),
        resolve=stat("resolve"),
        defence=stat("defence"),
        evasion=stat("evasion"),
        stand_size=stat("stand_size") or (MONSTER_STAND if kind is Kind.MONSTER else STAND),
        models_per_stand=stat("models_per_stand") or per_stand,
        size=stat("size"),
        barrage=Barrage(barrage.shots, barrage.range) if barrage else None,
        armor_piercing=stat("armor_piercing"),
        cleave=stat("cleave"),
        support=stat("support"),
        impact_bonus=stat("impact_bonus"),
        fly=stat("fly"),
        arcing_fire=stat("arcing_fire"),
        rerolls=tuple(stat("rerolls")),
        characters=stat("character_stands"),
        character_march=stat("character_march"),
        character_resolve=stat("character_resolve"),
    )


def stands_of_line(line: RegimentLine, battle: Battle) -> int:
    """Stands now: as counted, as many as Models are listed for, or as mustered."""
    if line.stands is not None:
        return line.stands
    return len(line.models) or int(stat_of(line, battle, "stands"))


def whole_models(profile: Profile, stands: int) -> tuple[int, ...]:
    """Models of whole Stands; a Character's Stand has one (CQ-REG-01, CQ-REG-04)."""
    characters = min(profile.characters, stands)
    return (1,) * characters + (profile.models_per_stand,) * (stands - characters)


def regiment_of(name: str, line: RegimentLine, battle: Battle) -> Regiment:
    """A Regiment as its line describes it."""
    profile = profile_of(line, battle)
    stands = stands_of_line(line, battle)
    formation = None
    if line.location is None and line.front_centre is not None:
        width, depth = profile.stand_size
        formation = Formation(
            snap_point(line.front_centre),
            angle_to_bearing(line.facing_deg),
            width,
            depth,
            min(line.files or stands, stands),
            stands,
        )
    when_broken = line.stands_when_broken
    return Regiment(
        id=name,
        player=line.player,
        profile=profile,
        models=line.models or whole_models(profile, stands),
        starting_stands=line.starting_stands or max(stands, int(stat_of(line, battle, "stands"))),
        at_turn_start=line.stands_at_turn_start or stands,
        formation=formation,
        location=line.location,
        wounded=line.wounded,
        actions_left=line.actions_left if battle.active == name else 0,
        used=line.actions_used if battle.active == name else (),
        broken=line.broken,
        when_broken=(when_broken or stands) if line.broken else None,
        inspired=line.inspired,
        aimed=line.aimed,
        arrived=line.arrived_this_turn,
        activated=line.activated or battle.active == name,
        occupied=tuple(sorted(set(line.occupied_this_turn))),
        left=tuple(sorted(set(line.left_this_turn))),
    )
