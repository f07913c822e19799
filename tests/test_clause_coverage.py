"""Every clause of every system is implemented and tested, or named as not built."""

from pathlib import Path

import pytest

from defilade.systems.registry import load, names
from defilade.testing.coverage import (
    coverage,
    kept_tests,
    page,
    seen_tests,
    sources,
    unknown,
)

TESTS = Path(__file__).parent


@pytest.mark.parametrize("name", names())
def test_every_clause_is_implemented_and_tested(name: str) -> None:
    gaps = [
        f"{row.clause.id}: {row.status}"
        for row in coverage(load(name))
        if row.status in ("missing", "untested")
    ]
    assert not gaps, "\n".join(gaps)


@pytest.mark.parametrize("name", names())
def test_the_kept_coverage_is_what_the_tests_show(name: str) -> None:
    system = load(name)
    assert kept_tests(system) == seen_tests(system, TESTS), "run: make clauses"


@pytest.mark.parametrize("name", names())
def test_the_page_of_clauses_is_what_the_index_says(name: str) -> None:
    kept = TESTS.parent / "docs" / "systems" / f"{name}-clauses.md"
    assert kept.read_text(encoding="utf-8") == page(load(name)), "run: make clauses"


@pytest.mark.parametrize("name", names())
def test_no_source_cites_a_clause_that_does_not_exist(name: str) -> None:
    system = load(name)
    assert unknown(system.clauses, sources(system)) == {}
