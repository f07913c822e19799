"""Writes one line for each action; `reading` reads it as the same action.

Knows the words; what is allowed is in `begin`.
"""

from __future__ import annotations

from typing import assert_never

from defilade.systems.dropzone.actions import (
    Action,
    Claim,
    Cross,
    Disembark,
    Embark,
    End,
    Ending,
    Enter,
    Fire,
    Hand,
    Initiation,
    Inside,
    Leave,
    Leg,
    Load,
    Move,
    Places,
    PutDown,
    React,
    RoundUp,
    Scan,
    Seek,
    Spots,
    Unload,
)
from defilade.systems.dropzone.shooting import Aim
from defilade.systems.dropzone.state import Point


def write_action(action: Action) -> str:  # noqa: PLR0911, PLR0912  # one line for each
    """The line that `read_action` reads as the same action."""
    match action:
        case Move(squad, legs, then, takeoff, land):
            text = f"move {squad}{' takeoff' if takeoff else ''}"
            text += f": {_legs_text(legs)}" if legs else ""
            return text + (" land" if land else "") + _then_text(then)
        case Leave(squad, spots, then):
            return f"leave {squad}: {_spots_text(spots)}{_then_text(then)}"
        case Inside(squad, places):
            return f"inside {squad}: " + "; ".join(f"{u} {p}" for u, p in places)
        case Cross(squad, garrison, places, only):
            just = f" only {', '.join(only)}" if only else ""
            return f"cross {squad}{just} to {garrison}{_places_text(places)}"
        case Disembark(squad, transport, legs, then):
            return f"disembark {squad} from {transport}: {_legs_text(legs)}{_then_text(then)}"
        case Unload(squad, transport, spots, then):
            return f"unload {squad} from {transport}: {_spots_text(spots)}{_then_text(then)}"
        case Load(squad, transport):
            return f"load {squad} into {transport}"
        case Fire(aims):
            return "fire " + "; ".join(map(_aim_text, aims))
        case React(aims):
            return "react " + "; ".join(map(_aim_text, aims))
        case Seek(squad, objective, tokens):
            return f"search {squad} for {objective}" + (f" spending {tokens}" if tokens else "")
        case Scan(unit):
            return f"scan {unit}"
        case Claim(squad, objective):
            return f"claim {squad} {objective}"
        case Hand(giver, taker):
            return f"pass {giver} -> {taker}"
        case PutDown(squad, at):
            return f"drop {squad}" + (f" at {_point_text(at)}" if at is not None else "")
        case End():
            return "end"
        case RoundUp():
            return "round up"
        case Initiation():
            return "initiation"
        case _:
            assert_never(action)


def _number_text(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _point_text(point: Point) -> str:
    return f"{_number_text(point[0])},{_number_text(point[1])}"


def _legs_text(legs: tuple[Leg, ...]) -> str:
    return "; ".join(
        " ".join((leg.unit, *map(_point_text, leg.path)))
        + (f" face {_number_text(leg.face)}" if leg.face is not None else "")
        for leg in legs
    )


def _spots_text(spots: Spots) -> str:
    return "; ".join(f"{unit} {_point_text(at)}" for unit, at in spots)


def _places_text(places: Places) -> str:
    if places == (("*", "centre"),):
        return ""
    if len(places) == 1 and places[0][0] == "*":
        return f" at {places[0][1]}"
    return " at " + ", ".join(f"{unit} {place}" for unit, place in places)


def _then_text(then: Ending | None) -> str:
    match then:
        case None:
            return ""
        case Enter(garrison, places):
            return f" then enter {garrison}{_places_text(places)}"
        case Embark(transport):
            return f" then embark {transport}"
        case _:
            assert_never(then)


def _aim_text(aim: Aim) -> str:
    text = f"{aim.unit} -> {aim.target} with {aim.weapon}"
    text += f" via {aim.via}" if aim.via else ""
    return text + (" combined" if aim.combine else "")
