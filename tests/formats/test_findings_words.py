"""Every code that importers make has words, and the words use what the code carries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import defilade.formats
from defilade.formats.findings import FAULTS, FINDINGS, LayoutWording, told
from defilade.record import Record
from defilade.systems.wh40k.wording_findings import FINDINGS as OURS
from defilade.table import Fault, Finding

HERE = Path(str(defilade.formats.__file__)).parent
MADE = re.compile(r'(?:Finding|note|flaw|_note)\(\s*"([a-z_]+\.[a-z_]+)"')
MADE_BY_40K = re.compile(r'(?:Finding|_found|note|assume)\(\s*"([a-z_]+[._][a-z_]+)"')
FAULTED = re.compile(r'(?:_fault\(\s*|Fault\("layout\.)"?([a-z_]+)"')


def sources(*parts: str) -> str:
    paths = [path for part in parts for path in sorted(HERE.parent.glob(part))]
    assert paths
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_every_finding_of_files_has_words() -> None:
    text = sources("formats/kdc40/*.py", "formats/rosters/*.py", "formats/tts.py")
    codes = set(MADE.findall(text)) | set(re.findall(r'"((?:states|bag)\.not_placed)"', text))
    assert len(codes) > 25
    assert codes <= set(FINDINGS)


def test_every_finding_of_warhammer_has_words() -> None:
    text = sources(
        "systems/wh40k/adopt*.py", "systems/wh40k/layouts.py", "systems/wh40k/deployment.py"
    )
    codes = set(MADE_BY_40K.findall(text))
    assert len(codes) > 20
    assert codes <= set(OURS)


def test_every_fault_of_a_layout_has_words() -> None:
    text = sources("formats/kdc40/audit.py")
    codes = set(FAULTED.findall(text)) | {"off_its_area", "sticks_out"}
    assert len(codes) > 9
    assert codes <= set(FAULTS)


@pytest.mark.parametrize("code", FINDINGS)
def test_words_say_what_the_code_carries(code: str) -> None:
    """Without params the sentence cannot be made, unless it needs none."""
    finding = Finding(code, "file:1", Record(**dict.fromkeys(_PARAMS, "THIS")))
    said = told(finding)
    assert said is not None
    assert said.strip() == said
    assert "\n" not in said


@pytest.mark.parametrize("code", FAULTS)
def test_faults_say_what_the_code_carries(code: str) -> None:
    fault = Fault(f"layout.{code}", ("pieces", 0), Record(**dict.fromkeys(_PARAMS, "THIS")))
    assert "THIS" in LayoutWording().fault(fault)


def test_codes_of_others_have_no_words_here() -> None:
    assert told(Finding("link.missing", "file:1")) is None
    assert LayoutWording().fault(Fault("layout.strange")) == "layout.strange"


_PARAMS = [
    "above",
    "area",
    "assumed",
    "by",
    "choices",
    "distance",
    "edge",
    "given",
    "id",
    "key",
    "kind",
    "listed",
    "name",
    "number",
    "off",
    "parent",
    "pattern",
    "piece",
    "player",
    "problem",
    "read",
    "said",
    "shape",
    "stands_on",
    "template",
    "text",
    "twin",
    "unit",
    "wanted",
    "with_",
]
