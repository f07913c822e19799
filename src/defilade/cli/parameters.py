"""Options that several commands share, with one help text each.

Knows option names; what they do is in the commands.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

File: TypeAlias = Annotated[
    str, typer.Argument(metavar="FILE", help="A battle file (YAML or JSON); `-` reads stdin.")
]
AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print one JSON document and nothing else on stdout.")
]
Quiet: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print the answer only: no notes, no warnings.")
]
Waive: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--waive", metavar="NAME", help="Overlook a fault by its waiver; repeatable."),
]
House: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set a house rule; repeatable."),
]
Seed: TypeAlias = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Roll from this seed; one is made up without."),
]
Dice: TypeAlias = Annotated[
    str | None,
    typer.Option("--dice", metavar="FACES", help="Your own dice in order, such as 4,6,6,1."),
]


def _policies() -> list[str]:
    from defilade.systems.registry import load, names

    return sorted({policy for name in names() for policy in load(name).policies})


PolicyName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="Who chooses where players would: a policy of the system.",
        autocompletion=_policies,
    ),
]


def system_names() -> list[str]:
    """The installed systems, for completion."""
    from defilade.systems.registry import names

    return list(names())
