"""One unit of a list as text, while its lines are read.

Knows models and what hangs under them; the first bullet's depth is where models stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from defilade.formats.rosters.lines import Head, Item, Line, item, items, run_together
from defilade.record import Datum
from defilade.table.army import ArmyUnit, Gear, ModelGroup

Note = Callable[..., None]
"""Notes a finding: code, line, params."""


@dataclass
class _Group:
    name: str
    number: int
    line: int
    gear: list[Gear] = field(default_factory=list)
    counted: bool = False
    armed: int = 0
    """How many of the models `N with` lines have told of."""
    sure: bool = False
    """Whether it is a group of models beyond doubt: something stands under it."""


@dataclass
class OpenUnit:
    """A unit that more lines may belong to."""

    head: Head
    line: int
    section: str
    place: str
    note: Note
    explicit: bool
    """Whether the list counts single things too (`1x`): then what has no count is no gear."""
    gear: list[Gear] = field(default_factory=list)
    enhancements: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warlord: bool = False
    groups: list[_Group] = field(default_factory=list)
    base: int | None = None
    withs: int = 0

    def __post_init__(self) -> None:
        for each in items(self.head.gear or ""):
            self.take(each, self.gear)

    def with_line(self, number: int, carried: Iterable[Item]) -> None:
        """`3 with ...`: so many models, each with this."""
        self.withs = number
        if not self.groups or self.groups[-1].armed >= self.groups[-1].number:
            self.groups.append(_Group(self.head.name, number, self.line, sure=True))
        group = self.groups[-1]
        group.sure = True
        group.armed += number
        for each in carried:
            self.take(each.times(number), group.gear)

    def bullet(self, line: Line) -> None:
        """A thing behind a bullet: models, gear of the models above, or gear of the unit."""
        if self.base is None:
            self.base = line.indent
        name, colon, rest = line.text.partition(": ")
        if colon and name.rstrip("s").casefold() in ("e", "enhancement"):
            self.enhancements.append(item(rest).name)
        elif line.indent > self.base and self.groups:
            self._under(line)
        elif colon and item(name).counted:
            self._models(item(name), items(rest), line)
        elif self.withs and not item(line.text).counted:
            self._loose(line, self.gear, times=self.withs)
        elif self.withs and line.indent > 0:
            self.take(item(line.text).times(self.withs), self.gear)
        else:
            self._top(line)

    def _top(self, line: Line) -> None:
        one = item(line.text)
        if one.points is not None:
            self.enhancements.append(one.name)
        elif not one.counted and (self.explicit or one.name == "Warlord"):
            self._words(line.text)
        else:
            self.groups.append(_Group(one.name, one.number, line.number, counted=one.counted))
            self.groups[-1].gear += [gear for each in one.inner for gear in each.gear()]

    def _under(self, line: Line) -> None:
        group = self.groups[-1]
        group.sure = True
        times = self.withs or 1
        one = item(line.text)
        if one.counted or not self.explicit or self.withs:
            self._loose(line, group.gear, times=times)
        else:
            self._words(line.text)

    def _models(self, models: Item, carried: Iterable[Item], line: Line) -> None:
        group = _Group(models.name, models.number, line.number, sure=True)
        self.groups.append(group)
        for each in carried:
            self.take(each.times(models.number), group.gear)

    def _loose(self, line: Line, into: list[Gear], *, times: int) -> None:
        """Gear of which an app may have written several names without anything between."""
        for each in items(line.text):
            names = run_together(each.name)
            if len(names) > 1:
                self.note("gear.run_together", line.number, text=each.name, read=", ".join(names))
            for name in names:
                one = Item(name, each.number, each.counted, each.points, each.inner)
                self.take(one.times(times), into)

    def _words(self, text: str) -> None:
        for each in items(text):
            if each.name == "Warlord":
                self.warlord = True
            else:
                self.notes.append(each.name)

    def take(self, one: Item, into: list[Gear]) -> None:
        """A thing to where it belongs: the warlord's mark and enhancements are no gear."""
        if one.name == "Warlord":
            self.warlord = True
        elif one.points is not None:
            self.enhancements.append(one.name)
        else:
            into += one.gear()

    def closed(self) -> ArmyUnit:
        """The unit; groups that turned out to be things become its gear."""
        models = [group for group in self.groups if group.sure]
        for group in self.groups:
            if not group.sure:
                self.gear += [Gear(group.name, group.number), *group.gear]
        for group in models:
            if group.armed and group.armed != group.number:
                self.note("models.differ", group.line, **_differ(group.number, group.armed))
        found = [ModelGroup(each.name, each.number, tuple(each.gear)) for each in models]
        if not found:
            number = self.head.count or 1
            found = [ModelGroup(self.head.name, number, tuple(self.gear))]
            self.gear = []
        total = sum(group.number for group in found)
        if self.head.count is not None and self.head.count != total:
            self.note("models.differ", self.line, **_differ(self.head.count, total))
        return ArmyUnit(
            name=self.head.name,
            groups=tuple(found),
            points=self.head.points,
            gear=tuple(self.gear),
            enhancements=tuple(dict.fromkeys(self.enhancements)),
            warlord=self.warlord,
            notes=tuple(self.notes),
            section=self.section,
            place=self.place,
        )


def _differ(said: int, listed: int) -> dict[str, Datum]:
    return {"said": said, "listed": listed}
