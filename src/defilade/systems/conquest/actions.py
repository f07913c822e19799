"""Everything that may be done in a battle, and how players write it down.

Knows actions and the one line each is written as; `notation` reads the lines, `begin` tells
whether an action is allowed. Facings are degrees anticlockwise from +x, as in battle files.

    activate Guard                       march Guard 5, wheel left 30, left 2
    march Guard to contact occupy Mill   march Guard 5 seeking Mill
    leave Guard at 19, 13.5 facing 270 files 2          leave Guard at ... falling back
    charge Guard -> Mill                 charge Guard -> Mill wheel left 20
    clash Guard                          clash Guard split Wolves 13, Boars 7
    clash Guard stand 3 -> Wolves supporting Boars      volley Guard -> Wolves
    withdraw Guard at 20.5, 24.5 facing 90 files 2      reform Guard facing 180 files 3
    take aim Guard     inspire Guard     rally Guard    suffer Guard 3 by spell
    end                next turn
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from defilade.systems.conquest.terms import Cause
from defilade.values import Degrees, Inches


@dataclass(frozen=True, slots=True)
class Slide:
    """A straight stretch: `way` is ahead, left, right or back; None goes to contact."""

    way: str
    inches: Inches | None


@dataclass(frozen=True, slots=True)
class Wheel:
    """A Wheel about the front corner on its own side: left is anticlockwise."""

    side: str
    degrees: Degrees


Leg: TypeAlias = Slide | Wheel


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a formation is put: middle of its front edge, facing, files."""

    front: tuple[Inches, Inches]
    facing: Degrees
    files: int

    def __str__(self) -> str:
        return write_placement(self)


@dataclass(frozen=True, slots=True)
class Activate:
    """Draw the Command Card of a Regiment (CQ-TUR-01)."""

    regiment: str


@dataclass(frozen=True, slots=True)
class March:
    """March along legs; to Occupy a feature, or seeking to (CQ-OCC-05, CQ-MAR-08)."""

    regiment: str
    legs: tuple[Leg, ...]
    occupy: str | None = None
    seeking: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave Garrison Terrain; `fallback` asks for the way out that breaks (CQ-LEA-06)."""

    regiment: str
    placement: Placement
    fallback: bool = False


@dataclass(frozen=True, slots=True)
class Charge:
    """Charge a feature or a Regiment; `wheel` opens it, left positive; None finds the least
    that leads to it (CQ-CHG-06)."""

    regiment: str
    target: str
    wheel: Degrees | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """Fight what is in contact. `stands` names whom Stands that may choose Strike (numbered
    from 1), `support` whom supporters Strike, `split` how an occupant's Attacks are shared."""

    regiment: str
    stands: tuple[tuple[int, str], ...] = ()
    support: str | None = None
    split: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Volley:
    """Shoot; `normal` are the Stands that shoot in full, from inside (CQ-VOL-06)."""

    regiment: str
    target: str
    normal: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw from an enemy in contact, to a placement if one is wished for."""

    regiment: str
    placement: Placement | None = None


@dataclass(frozen=True, slots=True)
class Reform:
    """Reform about the centre; a Combat Reform where an enemy is in contact, which may move the
    centre to `at` (CQ-REF-02)."""

    regiment: str
    facing: Degrees
    files: int
    at: tuple[Inches, Inches] | None = None


@dataclass(frozen=True, slots=True)
class TakeAim:
    """Take Aim."""

    regiment: str


@dataclass(frozen=True, slots=True)
class Inspire:
    """Inspire."""

    regiment: str


@dataclass(frozen=True, slots=True)
class Rally:
    """Rally, or Combat Rally where an enemy is in contact."""

    regiment: str


@dataclass(frozen=True, slots=True)
class Suffer:
    """Wounds that come from elsewhere: a spell, Broken Ground (CQ-MOR-03)."""

    regiment: str
    wounds: int
    cause: Cause = Cause.SPELL


@dataclass(frozen=True, slots=True)
class End:
    """The active Regiment is done."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A new Turn begins."""


Action: TypeAlias = (
    Activate
    | March
    | Leave
    | Charge
    | Clash
    | Volley
    | Withdraw
    | Reform
    | TakeAim
    | Inspire
    | Rally
    | Suffer
    | End
    | NextTurn
)


def write_action(action: Action) -> str:  # noqa: PLR0911, PLR0912 - one line for each action
    """The line that `read_action` reads as this action."""
    match action:
        case Activate(name):
            return f"activate {name}"
        case March(name, legs, occupy, seeking):
            goal = f" occupy {occupy}" if occupy else f" seeking {seeking}" if seeking else ""
            return f"march {name} {', '.join(map(write_leg, legs))}{goal}"
        case Leave(name, placement, fallback):
            return f"leave {name} {write_placement(placement)}{' falling back' * fallback}"
        case Charge(name, target, wheel):
            return f"charge {name} -> {target}{_opening(wheel)}"
        case Clash(name, stands, support, split):
            parts = f" split {', '.join(f'{t} {n}' for t, n in split)}" if split else ""
            picked = f" {', '.join(f'stand {k} -> {t}' for k, t in stands)}" if stands else ""
            return f"clash {name}{parts}{picked}{f' supporting {support}' if support else ''}"
        case Volley(name, target, normal):
            some = f" with {', '.join(map(str, normal))} in full" if normal else ""
            return f"volley {name} -> {target}{some}"
        case Withdraw(name, placement):
            return f"withdraw {name}{f' {write_placement(placement)}' if placement else ''}"
        case Reform(name, facing, files, at):
            place = f" at {number(at[0])}, {number(at[1])}" if at else ""
            return f"reform {name}{place} facing {number(facing)} files {files}"
        case TakeAim(name):
            return f"take aim {name}"
        case Inspire(name):
            return f"inspire {name}"
        case Rally(name):
            return f"rally {name}"
        case Suffer(name, wounds, cause):
            return f"suffer {name} {wounds} by {cause}"
        case End():
            return "end"
        case NextTurn():
            return "next turn"
        case _:
            assert_never(action)


def number(value: float) -> str:
    """A number as exactly as it is, without a needless point."""
    return repr(float(value)).removesuffix(".0")


def _opening(wheel: Degrees | None) -> str:
    if wheel is None:
        return ""
    return f" wheel {'left' if wheel >= 0 else 'right'} {number(abs(wheel))}"


def write_leg(leg: Leg) -> str:
    """`5`, `left 2`, `back to contact`, `wheel left 30`."""
    match leg:
        case Slide(way, inches):
            side = "" if way == "ahead" else f"{way} "
            return f"{side}{'to contact' if inches is None else number(inches)}"
        case Wheel(side, degrees):
            return f"wheel {side} {number(degrees)}"
        case _:
            assert_never(leg)


def write_placement(placement: Placement) -> str:
    """`at 19, 13.5 facing 270 files 2`."""
    x, y = placement.front
    facing = number(placement.facing)
    return f"at {number(x)}, {number(y)} facing {facing} files {placement.files}"
