"""How badly a ship is hurt: crippled, rolls due, wreck or no wreck.

Knows hull points and thresholds; never what caused the damage, nor what a roll does.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.state import Ship
from defilade.systems.dropfleet.terms import Layer

SMALL_HULL = 3
"""Starting hull up to which ships are never crippled and never explode (DF-CRP-04, DF-CAT-02)."""

DREADNOUGHT_THRESHOLDS = (18, 10)
"""Hull points at which dreadnoughts roll (DF-CRP-07)."""


def is_dreadnought(ship: Ship) -> bool:
    """Whether the ship uses the dreadnought tables (DF-CRP-07, DF-CAT-04)."""
    return keywords.has(ship.profile, "dreadnought")


def can_be_crippled(ship: Ship) -> bool:
    """Not with a starting hull of 3 or less, and never stations (DF-CRP-04)."""
    return not ship.is_station and ship.profile.hull > SMALL_HULL


def thresholds(ship: Ship) -> tuple[int, ...]:
    """Hull points at or under which a crippling roll is due: half the start, rounded down,
    which is the same as 2 x left <= start (DF-CRP-01)."""
    if not can_be_crippled(ship):
        return ()
    return DREADNOUGHT_THRESHOLDS if is_dreadnought(ship) else (ship.profile.hull // 2,)


def passed(ship: Ship) -> int:
    """How many thresholds its hull is at or under."""
    return sum(ship.hull <= threshold for threshold in thresholds(ship))


def is_crippled(ship: Ship) -> bool:
    """Whether it suffered crippling damage, which stays for the game (DF-CRP-03)."""
    return ship.crippled or (not ship.destroyed and passed(ship) > 0)


def crippling_rolls_due(ship: Ship) -> int:
    """Crippling rolls to be made now: once for each threshold passed (DF-CRP-03) and for
    other causes (DF-CRP-08); none for a ship destroyed outright (DF-CRP-02)."""
    if ship.destroyed or not can_be_crippled(ship):
        return 0
    return max(0, passed(ship) - ship.crippling_made) + ship.crippling_owed


def catastrophe_due(ship: Ship) -> bool:
    """Whether a destroyed ship still has to roll for its catastrophe (DF-CAT-01).

    Not small ones, not in Atmosphere, not stations (DF-CAT-02).
    """
    return (
        ship.destroyed
        and not ship.wreck_rolled
        and not ship.is_station
        and ship.profile.hull > SMALL_HULL
        and ship.layer is not Layer.ATMOSPHERE
    )


def hurt(ship: Ship, points: int) -> Ship:
    """The ship with hull points lost, none below 0 (DF-SAV-06); crippled once, it stays so
    (DF-CRP-03)."""
    after = replace(ship, hull=max(0, ship.hull - points))
    return replace(after, crippled=is_crippled(after))
