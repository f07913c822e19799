"""A ship's move carried out on the table, with what scenery on its way does to it.

Knows the order: where it goes, what it runs through, what is left of it (DF-SCN, DF-LAY-06).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Sum
from defilade.systems.dropfleet.condition import hurt
from defilade.systems.dropfleet.movement import Course, Leg, arrived, sail
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.saves import armour, passive
from defilade.systems.dropfleet.scenery import Obstacle, RunThrough, obstacles, wrecking
from defilade.systems.dropfleet.state import Ship, State


@dataclass(frozen=True, slots=True)
class Passage:
    """A move along `course`; answers the state after it. Build it with `passage`.

    Fields and rings hit with dice of their own, once a turn each; a large solid object takes
    the ship off the table without a catastrophe (DF-SCN-03).
    """

    state: State
    ship: str
    course: Course
    met: tuple[Obstacle, ...]

    def ask(self) -> Sum:
        """All dice of everything on the way, then saves."""
        ship = self.state.ships[self.ship]
        second = passive(ship)
        saves = (armour(ship).value, second.value if second else None)
        return Sum(tuple((RunThrough(obstacle, *saves), 1) for obstacle in self.met))

    def take(self, lost: int) -> Done[State]:
        """The ship where it has come to, less the hull points lost."""
        ship = arrived(self.state.ships[self.ship], self.course)
        names = tuple(obstacle.id for obstacle in self.met)
        ship = replace(ship, debris_met=(*ship.debris_met, *names))
        if wrecking(self.state.scenery.values(), self.course.track) is not None:
            ship = replace(ship, hull=0, wreck_rolled=True)
        elif lost:
            ship = hurt(ship, lost)
        return Done(self.state.put_ship(ship))


def passage(
    state: State, ship_id: str, legs: tuple[Leg, ...], rules: HouseRules, *, confirm: bool = False
) -> Passage:
    """The ship's whole move along `legs`, which `move_reasons` has nothing against."""
    ship = state.ships[ship_id]
    course = sail(ship, legs, rules, confirm=confirm)
    return Passage(state, ship_id, course, run_through(state, ship, course))


def run_through(state: State, ship: Ship, course: Course) -> tuple[Obstacle, ...]:
    """What hits the ship on its course: nothing more once it is lost (DF-SCN-01, DF-SCN-02)."""
    scenery = tuple(state.scenery.values())
    if course.burned or wrecking(scenery, course.track) is not None:
        return ()
    return obstacles(scenery, course.track, met=ship.debris_met)
