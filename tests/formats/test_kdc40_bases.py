"""Base sizes in 40kdc's JSON: what is known, what is not, and what is no such file."""

from __future__ import annotations

import json

import pytest

from defilade.formats.battle import Unread
from defilade.formats.kdc40 import read_bases
from defilade.table.army import Bases, BaseShape


def test_bases_are_read_with_what_is_not_known() -> None:
    lines = [
        {"id": "rover", "faction_id": "red", "base_size_mm": {"shape": "round", "diameter": 40}},
        {"id": "skiff", "base_size_mm": {"shape": "oval", "length": 75, "width": 42}},
        {"id": "barge", "base_size_mm": {"shape": "hull", "draft": True}, "keywords": ["Vehicle"]},
        {"id": "wrong", "base_size_mm": {"shape": "round", "diameter": -1}},
    ]
    found = read_bases({"b.json": json.dumps(lines).encode()})
    assert isinstance(found, Bases)
    assert [unit.id for unit in found.units] == ["rover", "skiff", "barge"]
    assert [f.code for f in found.findings] == ["base.unmeasured", "value.wrong"]
    (barge,) = found.named("Barge")
    assert barge.base is not None
    assert (barge.base.shape, barge.base.measured) == (BaseShape.HULL, False)


@pytest.mark.parametrize("data", [b"{}", b"[]", b"[1]", b'[{"id": "x"}]', b"x"])
def test_other_files_are_no_bases(data: bytes) -> None:
    assert isinstance(read_bases({"b.json": data}), Unread)
