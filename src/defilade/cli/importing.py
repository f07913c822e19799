"""`defilade import`: units of an army catalogue or roster, in the words of a battle file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet, system_names
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.systems.protocol import System
    from defilade.table import Adoption, Catalogue, Finding, WrongEdition

FORMAT = "defilade.import"


def import_units(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help=".gst .cat .gstz .catz .ros .rosz .json")
    ],
    *,
    system: Annotated[
        str | None,
        typer.Option("--system", metavar="NAME", help="Whose units.", autocompletion=system_names),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where the YAML goes.")
    ] = "-",
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="TEXT", help="Units whose name has it.")
    ] = None,
    attach: Annotated[
        list[str] | None,
        typer.Option("--attach", metavar="LEADER=UNIT", help="Whom a leader joins; repeatable."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Read catalogues or rosters of BattleScribe and New Recruit, and print their units.

    Give the game system and its catalogues together. Findings go to stderr. Exit code 3 for
    files of another game or edition, named. JSON: `defilade.import` 1.

    Also reads terrain layouts (40kdc JSON), army lists as text, bases, and saves of Tabletop
    Simulator. A layout named with --only and up to two lists become a battle file; no list says
    whom a leader joins, so say it with --attach.

    Examples:

      defilade import game.gst ships.cat weapons.cat -o units.yaml

      defilade import *.catz game.gst --system dropfleet --only cruiser

      defilade import roster.rosz --json

      defilade import terrain.json

      defilade import terrain.json bases.json mine.txt theirs.json --only dawn-2 -o battle.yaml
    """
    from defilade.cli.files import write_bytes
    from defilade.cli.importing_tables import imported
    from defilade.formats.yamltext import document_yaml

    screen = Screen(as_json=as_json, quiet=quiet)
    if imported(files, screen, out=out, only=only, attach=attach):
        return
    chosen, adoption = adopted(catalogue_of(files, screen), system, screen)
    units = _named(adoption.units, only or ())
    tell_findings(adoption, chosen, screen)
    screen.emit(_import_json(chosen, units, adoption))
    if not as_json:
        write_bytes(out, document_yaml(units).encode() if units else b"{}\n", screen)
    screen.note(f"{len(units)} unit{'s' * (len(units) != 1)} for {chosen.title}")


def _named(units: Mapping[str, Any], parts: Iterable[str]) -> dict[str, Any]:
    """The units whose name has one of the parts; all without parts."""
    wanted = [part.lower() for part in parts] or [""]
    return {
        name: unit for name, unit in units.items() if any(part in name.lower() for part in wanted)
    }


def _import_json(system: System, units: Mapping[str, Any], adoption: Adoption) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": 1,
        "system": system.name,
        "units": units,
        "findings": [_finding_json(each, system) for each in adoption.findings],
    }


def catalogue_of(files: list[str], screen: Screen) -> Catalogue:
    """The catalogue that files hold together; leaves where one is unreadable."""
    from defilade.cli.loading import read_bytes, reported
    from defilade.formats.battle import Unread
    from defilade.formats.battlescribe import read_catalogue
    from defilade.formats.statcards import read_stat_cards

    read = [read_bytes(path, screen) for path in files]
    if len(read) == 1 and (cards := read_stat_cards(*read[0])) is not None:
        return cards
    found = read_catalogue({name: data for data, name in read})
    if isinstance(found, Unread):
        reported(found.faults, found.source, screen)
        raise left(Code.FAULTY)
    return found


def adopted(catalogue: Catalogue, name: str | None, screen: Screen) -> tuple[System, Adoption]:
    """The units, by the named system or by the one that knows this edition; else leaves."""
    from defilade.systems.registry import load, names
    from defilade.table import Adoption

    refusals: list[WrongEdition] = []
    for each in [name] if name else names():
        system = load(each)
        found = system.adopt(catalogue)
        if isinstance(found, Adoption):
            return system, found
        refusals.append(found)
    # the fullest name that any system has for it says most
    game = max((refusal.found for refusal in refusals), key=len, default=catalogue.game_system)
    wanted = "; ".join(sorted({refusal.wanted for refusal in refusals}))
    screen.complain(f"this is {game}. It cannot be read as {wanted}.", style="bold red")
    screen.complain("  Its numbers mean other things there, so nothing was taken over.")
    raise left(Code.FAULTY)


def tell_findings(adoption: Adoption, system: System, screen: Screen, *, most: int = 20) -> None:
    """What an importer noticed, on stderr: what was lost first, then a count of the rest."""
    ordered = sorted(adoption.findings, key=lambda each: not each.lost)
    for finding in ordered[:most]:
        screen.note(finding_text(finding, system))
    if len(ordered) > most:
        screen.note(f"and {len(ordered) - most} more findings (all of them with --json)")


def finding_text(finding: Finding, system: System) -> str:
    """One finding in words: the file format's, or the system's for its own codes."""
    from defilade.formats.importing.words import line

    return line(finding, system.wording)


def _finding_json(finding: Finding, system: System) -> dict[str, Any]:
    from defilade.formats.importing.words import finding_json

    return finding_json(finding, system.wording)
