"""`defilade conformance`: run worked cases against a system, a line for each that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet, system_names
from defilade.cli.screen import Screen

FORMAT = "defilade.conformance"


def conformance(
    system: Annotated[
        str, typer.Argument(metavar="SYSTEM", autocompletion=system_names, help="A rule system.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A YAML file of cases.")],
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Run a file of worked cases; ends with `N passed, N failed`.

    Exit code 0 if all pass, 1 if one fails, 3 if the file cannot be read.
    JSON: `defilade.conformance` 1.

    Examples:

      defilade conformance dropfleet cases/dropfleet.yaml

      defilade conformance dropfleet cases/dropfleet.yaml --json
    """
    from defilade.systems.registry import load
    from defilade.testing.conformance import CaseFileError, read_cases, run_case

    screen = Screen(as_json=as_json, quiet=quiet)
    bench = load(system).bench()
    try:
        cases = read_cases(file)
    except CaseFileError as error:
        screen.complain(str(error))
        raise left(Code.FAULTY) from None
    results = [run_case(bench, case) for case in screen.watched(cases, title="cases")]
    failed = [result for result in results if not result.passed]
    screen.emit(
        {
            "format": FORMAT,
            "version": 1,
            "system": system,
            "passed": len(results) - len(failed),
            "failed": len(failed),
            "failures": [
                {"id": each.id, "mismatches": [str(one) for one in each.mismatches]}
                for each in failed
            ],
        }
    )
    for each in failed:
        told = "; ".join(str(one) for one in each.mismatches)
        screen.tell(f"FAIL {each.id}: {told}", style="red", indent=2)
    screen.say(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise left(Code.NO)
