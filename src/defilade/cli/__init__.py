"""The command line: everything below as commands; no rules, no words of any game here."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `defilade` command."""
    from defilade.cli.app import run

    run()
