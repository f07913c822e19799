"""Editing of battles whose things stand in collections of lines, said once for many systems.

Knows how to move, copy, add and remove lines of frozen battles; a system says where they are
and how a line tells its place. Whether a thing may stand there is for the system's check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from defilade.table.editing import (
    Adding,
    Can,
    EditError,
    Loose,
    Motion,
    Stock,
    Thing,
    ThingKind,
    fresh,
)
from defilade.table.faults import Path
from defilade.table.parts import dropped, listed, part, put
from defilade.table.scene import Point, Scene

B = TypeVar("B")

WAITING = "waiting"
"""The group of stock that is in the battle already, but not on the table."""


def last(path: Path, line: Any) -> str:
    """The name of a line in a mapping: its key."""
    return str(path[-1])


def own_id(path: Path, line: Any) -> str:
    """The name of a line in a list: its `id`."""
    return str(line.id)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One collection of lines that stand on the board.

    `moved` gives the line after a motion, `outlined` the line with other corners. A line whose
    `at` is None is not on the board; `may_place` says whether it can be put there.
    """

    pattern: Path
    kind: ThingKind
    at: Callable[[Any], Point | None]
    moved: Callable[[Any, Motion], Any]
    outlined: Callable[[Any, tuple[Point, ...]], Any] | None = None
    turns: Callable[[Any], bool] = lambda line: True
    name: Callable[[Path, Any], str] = last
    unit: Callable[[Path, Any], str] = lambda path, line: ""
    copied: Callable[[Any], Any] = lambda line: line
    lacks: Callable[[Any, Path], tuple[Can, ...]] = lambda battle, path: ()
    """What cannot be done with the line at a path of a battle, for all its kind can do."""
    renames: Callable[[Any, Callable[[str], str]], Any] | None = None
    """For a line that has named things in it: the line of a copy, its names made new."""

    def can(self, battle: Any, path: Path, line: Any) -> tuple[Can, ...]:
        """What may be done with a line of a battle."""
        found = [Can.PLACE]
        if self.turns(line):
            found.append(Can.TURN)
        found += [Can.COPY, Can.REMOVE]
        if self.outlined is not None:
            found.append(Can.OUTLINE)
        lacking = self.lacks(battle, path)
        return tuple(each for each in found if each not in lacking)


def _same(battle: Any, *_: Any) -> Any:
    return battle


def _nothing(battle: Any, thing: Thing) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Shelves(Generic[B]):
    """`systems.protocol.Editor` for battles made of shelves.

    `released` takes a piece out of what holds it before it is placed; `forgotten` drops what
    is said of a thing that is gone, `tidy` what an edit has made untrue elsewhere; `shown` is
    where a thing appears that has no place.
    """

    shelves: tuple[Shelf, ...]
    stocked: Callable[[B], tuple[Stock, ...]]
    supply: Callable[[B, Stock, Adding], tuple[Path, Any]]
    scene: Callable[[B], Scene]
    named: Callable[[B], Mapping[str, tuple[str, ...]]]
    released: Callable[[B, str], B] = _same
    forgotten: Callable[[B, Thing], B] = _same
    tidy: Callable[[B], B] = _same
    shown: Callable[[B, str], Point | None] = lambda battle, name: None
    joint: str = " "
    inside: Callable[[B, Thing], Loose | None] = _nothing
    """What a piece is inside of, where that is written elsewhere than in its line."""
    entered: Callable[[B, Thing, str | None], B] = _same

    def things(self, battle: B) -> tuple[Thing, ...]:
        """Everything that can be edited by hand, shelf by shelf."""
        return tuple(self._thing(battle, *found) for found in self._all(battle))

    def thing(self, battle: B, name: str) -> Thing | None:
        """The thing of that id."""
        found = next((each for each in self._all(battle) if each[1] == name), None)
        return None if found is None else self._thing(battle, *found)

    def spelled(self, battle: B) -> B:
        """The battle itself: its lines are where `things` says."""
        return battle

    def drawn(self, battle: B) -> B:
        """The battle itself."""
        return battle

    def stock(self, battle: B) -> tuple[Stock, ...]:
        """What can be added: what waits off the table, then what the system has in stock."""
        return (*self._waiting(battle), *self.stocked(battle))

    def words(self, battle: B) -> Mapping[str, tuple[str, ...]]:
        """Names that fields of a name may hold, such as sides and stat lines."""
        return self.named(battle)

    def tidied(self, battle: B) -> B:
        """The battle without what an edit of a line has made untrue elsewhere."""
        return self.tidy(battle)

    def sketch(self, battle: B) -> Scene:
        """What stands where, unchecked."""
        return self.scene(battle)

    def loose(self, battle: B, thing: Thing) -> tuple[Loose, ...]:
        """What a piece is inside of."""
        found = self.inside(battle, thing)
        return () if found is None else (found,)

    def with_loose(self, battle: B, thing: Thing, name: str, value: str | None) -> B:
        """The battle with a piece inside of something else, or of nothing."""
        return self.entered(battle, thing, value)

    def moved(self, battle: B, thing: Thing, motion: Motion) -> B:
        """The battle with a thing placed, and turned where the motion says so."""
        if motion.facing is not None and Can.TURN not in thing.can:
            motion = replace(motion, facing=None)
        battle = self.released(battle, thing.id)
        shelf, line = self._shelf(thing), part(battle, thing.path)
        motion = replace(motion, at=shelf.at(line) or motion.at)
        return self.tidied(put(battle, thing.path, shelf.moved(line, motion)))

    def outlined(self, battle: B, thing: Thing, corners: tuple[Point, ...]) -> B:
        """The battle with other corners for a ground."""
        change = self._shelf(thing).outlined
        if change is None:
            raise EditError(f"{thing.id} has no outline of its own")
        return put(battle, thing.path, change(part(battle, thing.path), corners))

    def copied(self, battle: B, thing: Thing, to: Point, name: str | None) -> B:
        """The battle with a copy of a thing, under a name or the next free one."""
        shelf = self._shelf(thing)
        taken = self._names(battle)
        key = str(thing.path[-1]) if shelf.name is not own_id else thing.id
        new = self._free(name, key, taken, battle, thing.path[:-1])
        line = shelf.copied(part(battle, thing.path))
        if shelf.renames is not None:
            line = shelf.renames(line, _naming({*taken, new}, self.joint))
        line = shelf.moved(line, Motion(shelf.at(line) or to, to))
        return self._put(battle, thing.path[:-1], new, line)

    def added(self, battle: B, stock: Stock, adding: Adding) -> B:
        """The battle with something from stock; what waits off the table is placed."""
        waiting = self.thing(battle, stock.name) if stock.group == WAITING else None
        if waiting is not None:
            return self.moved(battle, waiting, Motion(adding.to, adding.to))
        taken = self._names(battle)
        wanted = adding.name or None
        holder, line = self.supply(battle, stock, adding)
        new = self._free(wanted, stock.label, taken, battle, holder)
        return self._put(battle, holder, new, line)

    def removed(self, battle: B, thing: Thing) -> B:
        """The battle without a thing, and without what it says of it elsewhere."""
        return self.forgotten(dropped(battle, thing.path), thing)

    def _waiting(self, battle: B) -> Iterator[Stock]:
        """Things without a place: units whole, else pieces one by one."""
        things = self.things(battle)
        units = {each.id for each in things if each.kind is ThingKind.UNIT}
        for each in things:
            if (
                each.at is None
                and each.kind is not ThingKind.GROUND
                and each.unit not in units - {each.id}
            ):
                yield Stock(f"{WAITING}/{each.id}", each.kind, each.id, WAITING)

    def _all(self, battle: B) -> Iterator[tuple[Shelf, str, Path, Any]]:
        """Every line with its shelf, its name and its path."""
        for shelf in self.shelves:
            for path, line in listed(battle, shelf.pattern):
                yield shelf, shelf.name(path, line), path, line

    def _thing(self, battle: B, shelf: Shelf, name: str, path: Path, line: Any) -> Thing:
        at = shelf.at(line) or self.shown(battle, name)
        can = shelf.can(battle, path, line)
        return Thing(name, shelf.kind, path, at, can, shelf.unit(path, line) or name)

    def _names(self, battle: B) -> set[str]:
        return {name for _, name, _, _ in self._all(battle)}

    def _shelf(self, thing: Thing) -> Shelf:
        return next(each for each in self.shelves if _fits(each.pattern, thing.path))

    def _free(self, wanted: str | None, like: str, taken: set[str], battle: B, holder: Path) -> str:
        """The name wanted, if it is free, or the next free one like another."""
        inside = part(battle, holder)
        keys = set(inside) if isinstance(inside, Mapping) else set()
        if wanted is None:
            stem = like.replace(" ", self.joint) if self.joint != " " else like
            return fresh(stem, taken | keys, joint=self.joint)
        if wanted in taken | keys:
            raise EditError(f"there is a {wanted!r} already")
        return wanted

    def _put(self, battle: B, holder: Path, name: str, line: Any) -> B:
        entries: Any = part(battle, holder)
        if isinstance(entries, Mapping):
            return put(battle, (*holder, name), line)
        return put(battle, holder, (*entries, replace(line, id=name)))


def _fits(pattern: Path, path: Path) -> bool:
    return len(pattern) == len(path) and all(
        want in ("*", step) for want, step in zip(pattern, path, strict=True)
    )


def _naming(taken: set[str], joint: str) -> Callable[[str], str]:
    """Makes names new, each once."""

    def new(name: str) -> str:
        found = fresh(name, taken, joint=joint)
        taken.add(found)
        return found

    return new
