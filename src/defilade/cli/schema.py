"""`defilade schema`: the JSON Schemas of battle files and of what commands print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet, system_names
from defilade.cli.screen import Screen

FORMAT = "defilade.schemas"


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A system (its battle file) or a format such as ruling-1.",
            autocompletion=system_names,
        ),
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="DIR", help="Write every battle schema here.")
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print a JSON Schema, for editors that complete and check as you type.

    Without NAME: the names there are. A schema is JSON already, with and without --json.

    Examples:

      defilade schema

      defilade schema dropfleet > dropfleet.schema.json

      defilade schema ruling-1

      defilade schema --write schemas/
    """
    screen = Screen(as_json=as_json, quiet=quiet)
    if write is not None:
        _write(write, screen)
    elif name is None:
        _listed(screen)
    else:
        typer.echo(_text(name, screen), nl=False)


def _known() -> dict[str, str]:
    """Every schema by what it is asked for: systems by their names, formats by their own."""
    from defilade.cli.forms import NAMES
    from defilade.formats.schema import OTHERS, schema_name
    from defilade.systems.registry import load, names

    systems = {each: schema_name(load(each)) for each in names()}
    return {**systems, **{other: other for other in (*OTHERS, *NAMES)}}


def _write(folder: Path, screen: Screen) -> None:
    from defilade.formats.schema import write_battle_schema
    from defilade.systems.registry import load, names

    for each in names():
        screen.say(str(write_battle_schema(load(each), folder)))


def _listed(screen: Screen) -> None:
    known = _known()
    screen.emit({"format": FORMAT, "version": 1, "schemas": sorted(set(known.values()))})
    for short, long in known.items():
        screen.say(short if short == long else f"{short} ({long})")


def _text(name: str, screen: Screen) -> str:
    """The text of a schema; leaves naming all where there is none of that name."""
    from defilade.cli.forms import NAMES, form
    from defilade.formats.schema import OTHERS, battle_schema, published, schema_text
    from defilade.systems.registry import load

    if name in NAMES:
        return schema_text(form(name))
    if name in OTHERS:
        return schema_text(published(name))
    known = _known()
    for each, long in known.items():
        if name in (each, long):
            return schema_text(battle_schema(load(each)))
    screen.complain(f"no schema is called {name!r}; there are {', '.join(known)}")
    raise left(Code.USAGE)
