"""Exit codes of every command, and the only way to leave one early.

Knows numbers; the words before leaving are printed by who leaves.
"""

from __future__ import annotations

from enum import IntEnum

import typer


class Code(IntEnum):
    """What a command's exit code means."""

    DONE = 0
    """Done, or the answer is yes."""
    NO = 1
    """The rules say no: a refused action, a failed case, or a ruling of no with `--check`."""
    USAGE = 2
    """The command was put wrongly."""
    FAULTY = 3
    """The input has errors."""
    BUG = 70
    """A bug of Defilade."""
    UNWRITTEN = 74
    """The output could not be written."""


def left(code: Code) -> typer.Exit:
    """What to raise in order to end the command with an exit code."""
    return typer.Exit(int(code))
