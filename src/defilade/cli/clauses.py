"""`defilade clauses` and `defilade explain`: the numbered rules, and what holds each."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet, system_names
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from defilade.ruling import Clause
    from defilade.systems.protocol import System
    from defilade.testing.coverage import Coverage

FORMAT = "defilade.clauses"

SystemName = Annotated[
    str | None,
    typer.Argument(metavar="[SYSTEM]", help="A rule system.", autocompletion=system_names),
]


def clauses(
    system: SystemName = None,
    files: Annotated[bool, typer.Option("--files", help="Name the files too.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """List a system's clauses and whether each is implemented and tested.

    Without SYSTEM: the systems and how far each is covered. JSON: `defilade.clauses` 1.

    Examples:

      defilade clauses

      defilade clauses dropfleet

      defilade clauses dropfleet --json
    """
    from defilade.systems.registry import load, names
    from defilade.testing.coverage import coverage

    screen = Screen(as_json=as_json, quiet=quiet)
    chosen = [load(system)] if system else [load(name) for name in names()]
    tables = [(each, coverage(each)) for each in chosen]
    screen.emit(
        {
            "format": FORMAT,
            "version": 1,
            "systems": [_system_json(each, covered) for each, covered in tables],
        }
    )
    for each, covered in tables:
        if system:
            _tell_table(covered, screen, files=files)
        screen.say(f"{each.name}: {each.title}: {_counts(covered)}", style="bold", indent=2)


def explain(
    clause: Annotated[str, typer.Argument(metavar="CLAUSE", help="Such as DF-RNG-02 or 13.09.")],
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what a clause says, where it comes from and which house rule switches it.

    The end of an id is enough where only one clause ends so. JSON: `defilade.clauses` 1.

    Examples:

      defilade explain DF-RNG-02

      defilade explain rng-02

      defilade explain 13.09
    """
    from defilade.systems.registry import load, names
    from defilade.testing.coverage import coverage

    screen = Screen(as_json=as_json, quiet=quiet)
    systems = [load(name) for name in names()]
    known = {each_id: each for each in systems for each_id in each.clauses}
    found = matching(clause, list(known))
    if not found:
        near = get_close_matches(clause.upper(), known, n=3)
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        screen.complain(f"no clause is called {clause!r}{meant}")
        raise left(Code.USAGE)
    if len(found) > 1 and not as_json:
        screen.complain(f"WHICH ONE? {clause!r} may be {', '.join(found[:20])}")
        raise left(Code.USAGE)
    system = known[found[0]]
    covered = [each for each in coverage(system) if each.clause.id in found]
    systems_told = [_system_json(system, covered)]
    screen.emit({"format": FORMAT, "version": 1, "systems": systems_told})
    for each in covered:
        _tell_clause(each, system, screen)


def matching(given: str, known: list[str]) -> list[str]:
    """Ids that are the text, or end in it; an exact one wins.

    >>> matching("rng-02", ["DF-RNG-02", "DF-RNG-12", "DZ-RNG-02"])
    ['DF-RNG-02', 'DZ-RNG-02']
    """
    text = given.strip().upper()
    exact = [each for each in known if each.upper() == text]
    return exact or [each for each in known if each.upper().endswith(("-" + text, "." + text))]


def _tell_table(covered: tuple[Coverage, ...], screen: Screen, *, files: bool) -> None:
    longest = max((len(each.clause.id) for each in covered), default=0)
    for each in covered:
        head = f"{each.clause.id:<{longest}}  {each.status:<9}  "
        style = {"missing": "red", "untested": "yellow", "not built": "yellow"}.get(each.status, "")
        screen.tell(head + each.clause.says, style=style, indent=len(head))
        if each.clause.not_built:
            screen.tell(f"{'':<{len(head)}}because {each.clause.not_built}", indent=0)
        if files:
            for name in (*each.sources, *each.tests):
                screen.tell(f"{'':<{len(head)}}{name}")


def _tell_clause(covered: Coverage, system: System, screen: Screen) -> None:
    clause = covered.clause
    screen.say(f"{clause.id} ({system.title})", style="bold")
    screen.say(f"  {clause.says}", indent=0)
    screen.tell(f"  origin: {_origin(clause)}")
    if clause.option:
        screen.tell(f"  house rule: {clause.option} (set it with --option {clause.option}=...)")
    if clause.not_built:
        screen.tell(f"  not built: {clause.not_built}")
    else:
        screen.tell(
            f"  {covered.status}: {len(covered.sources)} sources, {len(covered.tests)} tests"
        )


def _origin(clause: Clause) -> str:
    return {
        "seed": "the rule text itself",
        "core": "the game's wider published rules",
        "series": "a sister game by the same designer",
        "reading": "our reading, where the text leaves room",
        "default": "a stand-in; no source was found",
    }[clause.origin.value]


def _counts(covered: tuple[Coverage, ...]) -> str:
    found: dict[str, int] = {}
    for each in covered:
        found[each.status] = found.get(each.status, 0) + 1
    parts = ", ".join(f"{number} {status}" for status, number in found.items())
    return f"{len(covered)} clauses, {parts}" if parts else "no clauses"


def _system_json(system: System, covered: Any) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "version": system.version,
        "clauses": [
            {
                "id": each.clause.id,
                "says": each.clause.says,
                "origin": each.clause.origin.value,
                "option": each.clause.option,
                "status": each.status,
                "not_built": each.clause.not_built,
                "sources": list(each.sources),
                "tests": list(each.tests),
            }
            for each in covered
        ],
    }
