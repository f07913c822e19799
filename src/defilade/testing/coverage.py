"""Which clauses are implemented and tested: found by reading sources and tests, not claimed.

Knows clause ids and files. A clause counts as implemented where its id stands in the
system's own sources outside its index, and as tested where it stands in a test or a case.
The tests seen are kept beside the system (`coverage.json`), so that an installed package
can show the table too; a test holds that file to the truth.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from defilade.ruling import Clause, ClauseIndex
from defilade.systems.protocol import System
from defilade.systems.registry import load, names

KEPT = "coverage.json"


@dataclass(frozen=True, slots=True)
class Coverage:
    """One clause, the sources that implement it and the tests that hold it."""

    clause: Clause
    sources: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def status(self) -> str:
        """`tested`, `untested`, `missing`, or `not built` where the index gives a reason."""
        if self.clause.not_built is not None:
            return "not built"
        if not self.sources:
            return "missing"
        return "tested" if self.tests else "untested"


def coverage(system: System) -> tuple[Coverage, ...]:
    """The coverage of every clause, in ledger order, from the sources and the kept file."""
    home = _home(system)
    sources = mentions(system.clauses, _sources(home), home)
    kept = home / KEPT
    tests = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    return tuple(
        Coverage(clause, sources.get(name, ()), tuple(tests.get(name, ())))
        for name, clause in system.clauses.items()
    )


def seen_tests(system: System, tests: Path) -> dict[str, tuple[str, ...]]:
    """Clause id -> the test and case files below `tests` that name it."""
    files = (p for p in tests.rglob("*") if p.suffix in (".py", ".yaml"))
    return mentions(system.clauses, files, tests)


def keep(system: System, tests: Path) -> Path:
    """Write what `seen_tests` finds beside the system; returns the file."""
    kept = _home(system) / KEPT
    kept.write_text(json.dumps(seen_tests(system, tests), indent=1) + "\n", encoding="utf-8")
    return kept


def kept_tests(system: System) -> dict[str, tuple[str, ...]]:
    """What the kept file says; empty where there is none."""
    kept = _home(system) / KEPT
    if not kept.exists():
        return {}
    return {k: tuple(v) for k, v in json.loads(kept.read_text(encoding="utf-8")).items()}


def page(system: System) -> str:
    """The clause index of a system as a page of the documentation, in Markdown."""
    rows = coverage(system)
    held = sum(row.status == "tested" for row in rows)
    lines = [
        f"# Clauses: {system.title}",
        "",
        f"{len(rows)} clauses, {held} implemented and tested. The words are ours, not the",
        f"rulebook's; `defilade explain {rows[0].clause.id}` tells where a clause is implemented",
        "and which tests hold it.",
        "",
        "| clause | in short | from | house rule | status |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        clause = row.clause
        option = f"`{clause.option}`" if clause.option else ""
        why = f": {clause.not_built}" if clause.not_built else ""
        says = clause.says.replace("|", "\\|")
        lines.append(f"| {clause.id} | {says} | {clause.origin} | {option} | {row.status}{why} |")
    return "\n".join(lines) + "\n"


def mentions(index: ClauseIndex, files: Iterable[Path], base: Path) -> dict[str, tuple[str, ...]]:
    """Clause id -> files (relative to `base`) in which it stands, both sorted."""
    pattern = re.compile(rf"{re.escape(index.prefix)}-[A-Z0-9]+(?:-[A-Za-z0-9]+)*")
    found: dict[str, set[str]] = {}
    for path in files:
        for name in set(pattern.findall(path.read_text(encoding="utf-8"))):
            if name in index:
                found.setdefault(name, set()).add(path.relative_to(base).as_posix())
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


def unknown(index: ClauseIndex, files: Iterable[Path]) -> Mapping[str, str]:
    """Ids that look like clauses of this system but are not in its index -> a file."""
    pattern = re.compile(rf"\"({re.escape(index.prefix)}-[A-Z]+(?:-\d+)?)\"")
    return {
        name: path.name
        for path in files
        for name in pattern.findall(path.read_text(encoding="utf-8"))
        if name not in index
    }


def _home(system: System) -> Path:
    module = importlib.import_module(type(system).__module__)
    return Path(str(module.__file__)).parent


def _sources(home: Path) -> list[Path]:
    return [p for p in sorted(home.glob("**/*.py")) if not p.name.startswith("clauses")]


def sources(system: System) -> list[Path]:
    """The system's own source files, its clause index left out."""
    return _sources(_home(system))


def main(tests: Path, pages: Path | None = None) -> None:
    """Keep the coverage of every installed system, and write its page."""
    for name in names():
        system = load(name)
        print(keep(system, tests))
        if pages is not None:
            written = pages / f"{name}-clauses.md"
            written.write_text(page(system), encoding="utf-8")
            print(written)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
