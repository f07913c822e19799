"""Every worked case of every system, run as written; one test a case."""

from pathlib import Path

import pytest

from defilade.systems.registry import load, names
from defilade.testing.conformance import read_cases, run_case

HERE = Path(__file__).parent
FILES = [(name, path) for name in names() for path in sorted(HERE.glob(f"{name}*.yaml"))]
CASES = [
    pytest.param(name, case, id=str(case["id"]))
    for name, path in FILES
    for case in read_cases(path)
]


def test_every_system_has_cases() -> None:
    assert {name for name, _ in FILES} == set(names())


@pytest.mark.parametrize(("name", "case"), CASES)
def test_case(name: str, case: dict[str, object]) -> None:
    result = run_case(load(name).bench(), case)
    assert not result.mismatches, "\n".join(map(str, result.mismatches))
