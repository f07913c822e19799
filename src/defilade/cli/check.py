"""`defilade check`: is this battle playable, and if not, everything that is wrong with it."""

from __future__ import annotations

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, File, House, Quiet, Waive
from defilade.cli.screen import Screen


def check(
    file: File,
    *,
    waive: Waive = None,
    option: House = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Check a battle file: all faults at once, with file, line, column and a caret.

    Exit code 0 if it can be played, 3 if it has errors. JSON: `defilade.faults` 1.

    Examples:

      defilade check battle.yaml

      defilade check battle.yaml --waive unequal_points

      cat battle.yaml | defilade check - --json
    """
    from defilade.cli.loading import open_draft
    from defilade.formats.report import faults_json, report_lines
    from defilade.table import Faults

    screen = Screen(as_json=as_json, quiet=quiet)
    system, draft = open_draft(file, screen, options=option)
    found = system.check(draft, waive=tuple(waive or ()))
    faults = found.faults if isinstance(found, Faults) else found.warnings
    screen.emit(faults_json(faults, draft.source, system.wording))
    for line in report_lines(faults, draft.source, system.wording):
        screen.say(line)
    if isinstance(found, Faults):
        errors = len(found.errors)
        screen.note(f"{errors} error{'s' * (errors != 1)}, it cannot be played")
        raise left(Code.FAULTY)
    scene = system.scene(found)
    pieces = len(scene.pieces)
    screen.tell(f"{draft.source.name}: {system.title}, {pieces} piece{'s' * (pieces != 1)}, sound")
