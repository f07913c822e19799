"""`defilade import` for terrain layouts, army lists, bases and saves of tables.

Knows what is printed of them; layouts and lists make a battle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from defilade.cli.exits import Code, left

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defilade.cli.screen import Screen
    from defilade.formats.importing.sorting import Sorted
    from defilade.formats.kdc40 import Terrain
    from defilade.formats.kdc40.model import Sheet
    from defilade.systems.wh40k.adopt_army import Force
    from defilade.table import Fault, Finding
    from defilade.table.army import Army

LAYOUTS = "defilade.layouts"
ARMIES = "defilade.armies"
SAVE = "defilade.save"
BATTLE = "defilade.imported"
SYSTEM = "wh40k"


def imported(
    files: list[str],
    screen: Screen,
    *,
    out: str,
    only: list[str] | None,
    attach: list[str] | None = None,
) -> bool:
    """Whether the files were of these kinds, and what they hold was printed; else nothing is."""
    from defilade.cli.loading import read_bytes
    from defilade.formats.importing.sorting import sorted_files

    if "-" in files:
        return False
    read: dict[str, bytes] = {}
    for path in files:
        name = path if path not in read else f"{path} (again)"
        read[name] = read_bytes(path, screen)[0]
    found = sorted_files(read)
    if found.terrain:
        _terrain(found, screen, out=out, only=only, attach=attach)
    elif found.saves:
        _saves(found, screen)
    elif found.lists and not found.trees:
        _lists(found, screen)
    else:
        return False
    return True


def _terrain(
    found: Sorted,
    screen: Screen,
    *,
    out: str,
    only: list[str] | None,
    attach: list[str] | None,
) -> None:
    from defilade.formats.kdc40 import read_terrain

    terrain = _good(read_terrain(found.terrain), screen)
    _note(terrain.findings, screen)
    chosen = [sheet for sheet in terrain.layouts.values() if _wanted(sheet, only)]
    if len(chosen) == 1 and (only or found.lists or found.trees):
        forces = _forces(found, terrain, screen, attach=attach or [])
        _battle(terrain, chosen[0], forces, screen, out=out)
    elif found.lists or found.trees:
        screen.complain(f"{len(chosen)} layouts fit; name one with --only")
        raise left(Code.USAGE)
    else:
        _listed(terrain, chosen, screen)


def _wanted(sheet: Sheet, only: list[str] | None) -> bool:
    if not only:
        return True
    if sheet.id in only:
        return True
    return any(text.lower() in f"{sheet.id} {sheet.name}".lower() for text in only)


def _listed(terrain: Terrain, chosen: list[Sheet], screen: Screen) -> None:
    from defilade.formats.findings import LayoutWording
    from defilade.formats.kdc40 import audited
    from defilade.formats.report import message
    from defilade.formats.values import record_json

    listed: list[dict[str, Any]] = []
    for sheet in screen.watched(chosen, title="auditing layouts"):
        pattern = terrain.patterns.get(sheet.deployment_pattern_id or "")
        faults = audited(sheet, terrain.templates, pattern=pattern)
        said = [
            {
                "code": fault.code,
                "severity": fault.severity.value,
                "message": message(fault, LayoutWording()),
                "path": list(fault.path),
                "params": record_json(fault.params),
            }
            for fault in faults
        ]
        listed.append({"id": sheet.id, "name": sheet.name, "size": sheet.size, "faults": said})
        if not screen.as_json:
            _tell_layout(sheet, faults, screen)
    screen.emit({"format": LAYOUTS, "version": 1, "layouts": listed})


def _tell_layout(sheet: Sheet, faults: tuple[Fault, ...], screen: Screen) -> None:
    from defilade.formats.findings import LayoutWording
    from defilade.formats.report import message
    from defilade.table import Severity

    wide, deep = sheet.size
    number = len(sheet.pieces or ())
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    warned = f", {len(faults) - len(errors)} warnings" if len(faults) > len(errors) else ""
    screen.say(f"{sheet.id}  {wide:g} x {deep:g}, {number} pieces{warned}")
    for fault in errors:
        screen.say(f"  error: {message(fault, LayoutWording())}")


def _battle(
    terrain: Terrain, sheet: Sheet, forces: Mapping[str, Force], screen: Screen, *, out: str
) -> None:
    """A battle file of a layout, with armies set up on it if lists were given."""
    from defilade.cli.files import write_bytes
    from defilade.formats.battle import battle_yaml, document
    from defilade.formats.kdc40 import Unresolved, layout_of
    from defilade.systems.registry import load
    from defilade.systems.wh40k.deployment import deployed
    from defilade.table import Draft

    pattern = terrain.patterns.get(sheet.deployment_pattern_id or "")
    layout = layout_of(sheet, terrain.templates, pattern=pattern)
    if isinstance(layout, Unresolved):
        _note(layout.findings, screen)
        raise left(Code.FAULTY)
    ready = deployed(layout, forces)
    system = load(SYSTEM)
    draft = Draft(SYSTEM, ready.battle)
    _note(ready.findings, screen)
    screen.emit(
        {
            "format": BATTLE,
            "version": 1,
            "battle": document(draft, system),
            "findings": [_finding_json(each) for each in ready.findings],
        }
    )
    if not screen.as_json:
        write_bytes(out, battle_yaml(draft, system).encode(), screen)
    screen.note(f"{len(ready.battle.units)} units on {layout.name}")


def _forces(
    found: Sorted, terrain: Terrain, screen: Screen, *, attach: list[str]
) -> Mapping[str, Force]:
    from defilade.formats.importing.armies import armies_of, known_beside
    from defilade.formats.importing.boards import PLAYERS
    from defilade.systems.wh40k.adopt_army import force_of
    from defilade.table import WrongEdition

    armies, others = armies_of(found)
    if len(armies) > len(PLAYERS):
        screen.complain(f"{len(armies)} army lists; a battle has two")
        raise left(Code.USAGE)
    known = _good(known_beside(found, others, terrain), screen)
    if isinstance(known, WrongEdition):
        screen.complain(f"this is {known.found}. It cannot be read as {known.wanted}.")
        raise left(Code.FAULTY)
    forces = [force_of(army, known) for army in armies]
    if attach:
        known = replace(known, attached=_attached(attach, forces, screen))
        forces = [force_of(army, known) for army in armies]
    return dict(zip(PLAYERS, forces, strict=False))


def _attached(texts: list[str], forces: list[Force], screen: Screen) -> dict[str, str]:
    """Whom leaders join, by names of units as the battle has them; leaves where one is nobody's."""
    from difflib import get_close_matches

    from defilade.table.army import slug

    armies = [[unit.name for unit in force.units] for force in forces]
    known = [name for army in armies for name in army]
    found: dict[str, str] = {}
    for text in texts:
        leader, equals, unit = (part.strip() for part in text.partition("="))
        names = [slug(leader), slug(unit)]
        for name in names:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                meant = f"; did you mean {near[0]}?" if near else ""
                screen.complain(f"--attach {text}: no unit is called {name!r}{meant}")
                raise left(Code.USAGE)
        if not equals or not any(set(names) <= set(army) for army in armies) or len({*names}) < 2:
            screen.complain(f"--attach {text}: write LEADER=UNIT, two units of one list")
            raise left(Code.USAGE)
        found[names[0]] = names[1]
    return found


def _lists(found: Sorted, screen: Screen) -> None:
    from defilade.formats.rosters import read_roster

    listed = []
    for name, data in found.lists.items():
        army = _good(read_roster(name, data), screen)
        _note(army.findings, screen)
        listed.append(_army_json(army))
        screen.tell(f"{army.name or name}: {army.faction}, {army.detachment}", style="bold")
        for unit in army.units:
            points = "" if unit.points is None else f", {unit.points} points"
            marks = (*(("warlord",) if unit.warlord else ()), *unit.enhancements)
            screen.tell(f"{unit.models} {unit.name}{points}{': ' * bool(marks)}{', '.join(marks)}")
    screen.emit({"format": ARMIES, "version": 1, "armies": listed})


def _army_json(army: Army) -> dict[str, Any]:
    units = [
        {
            "name": unit.name,
            "points": unit.points,
            "models": [
                {"name": g.name, "number": g.number, "gear": {x.name: x.number for x in g.gear}}
                for g in unit.groups
            ],
            "gear": {gear.name: gear.number for gear in unit.gear},
            "enhancements": list(unit.enhancements),
            "warlord": unit.warlord,
        }
        for unit in army.units
    ]
    told = [_finding_json(each) for each in army.findings]
    words = {"name": army.name, "faction": army.faction, "detachment": army.detachment}
    return {**words, "points": army.points, "units": units, "findings": told}


def _saves(found: Sorted, screen: Screen) -> None:
    """Where pieces stand that are named like units of the bases file."""
    from defilade.formats.importing.armies import footprints
    from defilade.formats.kdc40 import read_bases
    from defilade.formats.tts import read_save
    from defilade.table.army import Bases

    bases: Bases = _good(read_bases(found.bases), screen) if found.bases else Bases(())
    listed = []
    for name, data in found.saves.items():
        save = _good(read_save(name, data, footprints(bases)), screen)
        _note(save.findings, screen)
        pieces = [{"id": p.id, "at": p.position, "facing": p.facing} for p in save.pieces]
        told = [_finding_json(each) for each in save.findings]
        listed.append({"title": save.title, "pieces": pieces, "findings": told})
        for piece in save.pieces:
            x, y = piece.position
            screen.tell(f"{piece.id} at {x:g}, {y:g} facing {piece.facing or 0:g}")
    screen.emit({"format": SAVE, "version": 1, "saves": listed})


def _good(found: Any, screen: Screen) -> Any:
    """What was read; leaves with all faults reported where nothing was."""
    from defilade.cli.loading import reported
    from defilade.formats.battle import Unread

    if isinstance(found, Unread):
        unread: Unread = found
        reported(unread.faults, unread.source, screen)
        raise left(Code.FAULTY)
    return found


def _note(findings: Iterable[Finding], screen: Screen, *, most: int = 20) -> None:
    """What was noticed, on stderr: what was lost first, then a count of the rest."""
    from defilade.formats.importing.words import line
    from defilade.systems.registry import load

    ordered = sorted(findings, key=lambda each: not each.lost)
    for finding in ordered[:most]:
        screen.note(line(finding, load(SYSTEM).wording))
    if len(ordered) > most:
        screen.note(f"and {len(ordered) - most} more findings (all of them with --json)")


def _finding_json(finding: Finding) -> dict[str, Any]:
    from defilade.formats.importing.words import finding_json
    from defilade.systems.registry import load

    return finding_json(finding, load(SYSTEM).wording)
