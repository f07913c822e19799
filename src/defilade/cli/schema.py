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
    from defilade.cli.forms import NAMES, form
    from defilade.formats.schema import (
        OTHERS,
        battle_schema,
        published,
        schema_name,
        schema_text,
        write_battle_schema,
    )
    from defilade.systems.registry import load, names

    screen = Screen(as_json=as_json, quiet=quiet)
    if write is not None:
        for each in names():
            screen.say(str(write_battle_schema(load(each), write)))
        return
    known = {each: schema_name(load(each)) for each in names()}
    if name is None:
        listed = {**known, **{other: other for other in (*OTHERS, *NAMES)}}
        screen.emit({"format": FORMAT, "version": 1, "schemas": sorted(set(listed.values()))})
        for short, long in listed.items():
            screen.say(short if short == long else f"{short} ({long})")
        return
    for each, long in known.items():
        if name in (each, long):
            typer.echo(schema_text(battle_schema(load(each))), nl=False)
            return
    if name in NAMES:
        typer.echo(schema_text(form(name)), nl=False)
        return
    if name not in OTHERS:
        there = ", ".join((*known, *OTHERS, *NAMES))
        screen.complain(f"no schema is called {name!r}; there are {there}")
        raise left(Code.USAGE)
    typer.echo(schema_text(published(name)), nl=False)
