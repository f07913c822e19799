"""Saves of Tabletop Simulator: positions read, nothing run, and saves of our own pieces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.formats.battle import Unread
from defilade.formats.tts import Frame, Known, Save, read_save, save_document, save_json
from defilade.record import Record
from defilade.table import Ellipse, HexCell, Piece, Round, Shaped

from .terrain import real

KNOWN = {"Rover": Known(Round(1.0), 2.0, "red"), "Long Barge": Known(Ellipse(3.0, 1.0))}


def thing(name: str = "Rover", **more: Any) -> dict[str, Any]:
    place = {key: more.pop(key) for key in list(more) if key[:3] in ("pos", "rot", "sca")}
    spot = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 0.0, "rotZ": 0.0}
    return {"Name": "Custom_Model", "Nickname": name, "Transform": spot | place, **more}


def save(*things: Any, frame: Frame | None = None, **more: Any) -> Save:
    data = json.dumps({"SaveName": "Evening", "ObjectStates": [*things], **more}).encode()
    found = read_save("s.json", data, KNOWN, frame=frame or Frame())
    assert isinstance(found, Save), found
    return found


def codes(found: Save) -> list[str]:
    return [finding.code for finding in found.findings]


def test_the_origin_is_mid_table_with_z_away_from_the_first_player() -> None:
    found = save(thing(posX=5.0, posZ=-5.0), frame=Frame((60.0, 44.0)))
    assert found.pieces[0].position == (35.0, 17.0)
    found = save(thing(posX=5.0, posZ=-5.0), frame=Frame((36.0, 36.0)))
    assert found.pieces[0].position == (23.0, 13.0)


@pytest.mark.parametrize(("turn", "facing"), [(0, 0), (90, 90), (370, 10), (-90, 270)])
def test_rot_y_turns_clockwise_as_seen_from_above(turn: float, facing: float) -> None:
    assert save(thing(rotY=turn)).pieces[0].facing == facing


@pytest.mark.parametrize(("height", "level"), [(1.0, 0.0), (1.06, 0.0), (0.97, 0.0), (4.0, 3.0)])
def test_height_is_counted_from_the_table(height: float, level: float) -> None:
    assert save(thing(posY=height)).pieces[0].level == level


@pytest.mark.parametrize("name", ["rover", "[ff0000]Rover[-]", " ROVER \n", "[b]Rover[/b]"])
def test_names_are_known_without_colours_and_case(name: str) -> None:
    (piece,) = save(thing(name)).pieces
    assert (piece.footprint, piece.height, piece.side) == (Round(1.0), 2.0, "red")


def test_two_pieces_of_one_name_have_two_ids() -> None:
    assert [p.id for p in save(thing(), thing(posX=4.0)).pieces] == ["Rover", "Rover 2"]


def test_a_piece_of_no_known_name_is_told_with_its_place() -> None:
    found = save(thing(), thing("Ruin", posX=-5.0, posZ=5.0), thing(""))
    assert len(found.pieces) == 1
    unknown, unnamed = found.findings
    assert (unknown.code, unknown.place, unknown.lost) == (
        "piece.unknown",
        "s.json:ObjectStates[1]",
        True,
    )
    assert unknown.params["at"] == Record(x=25.0, y=27.0)
    assert (unnamed.code, unnamed.lost) == ("piece.unnamed", True)


def test_other_states_and_what_is_in_bags_are_not_placed() -> None:
    """A state is another face of the same piece; a bag's contents are not on the table."""
    found = save(thing(States={"2": thing()}), thing(ContainedObjects=[thing(), thing()]))
    assert len(found.pieces) == 2
    assert [(f.code, f.params["number"]) for f in found.findings] == [
        ("states.not_placed", 1),
        ("bag.not_placed", 2),
    ]


def test_scripts_are_told_and_nothing_comes_of_them() -> None:
    script = "function onLoad() spawnObject({}) end"
    found = save(thing(LuaScript=script), LuaScript=script)
    assert [(f.code, f.params["number"]) for f in found.findings] == [("script.ignored", 2)]
    assert found.pieces == save(thing()).pieces


def test_pieces_that_lie_on_their_side_or_off_the_table_are_told() -> None:
    assert codes(save(thing(rotX=90.0))) == ["piece.tilted"]
    assert codes(save(thing(rotZ=359.0))) == []
    assert codes(save(thing(posX=31.0))) == ["piece.off_board"]


@pytest.mark.parametrize(
    "broken",
    [1, {}, {"Transform": 3}, thing(posX="left"), thing(posX=1e9), thing(posZ=True)],
)
def test_what_has_no_place_is_told(broken: Any) -> None:
    found = save(broken, thing())
    assert [p.id for p in found.pieces] == ["Rover"]
    assert codes(found) == ["piece.unreadable"]


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"ObjectStates": 3}', b"\x00"])
def test_other_files_are_unread(data: bytes) -> None:
    assert isinstance(read_save("s.json", data, KNOWN), Unread)


inches = st.floats(0, 44).map(lambda x: round(x, 3))
footprints = st.one_of(
    st.builds(Round, st.floats(0.1, 4)),
    st.builds(Ellipse, st.floats(0.1, 4), st.floats(0.1, 4)),
    st.just(Shaped(((-1.0, -2.0), (1.0, -2.0), (0.0, 2.0)))),
)
pieces = st.builds(
    Piece,
    id=st.just("piece"),
    side=st.sampled_from(["", "red"]),
    position=st.tuples(inches, inches),
    footprint=footprints,
    facing=st.floats(0, 359).map(round).map(float),
    level=st.sampled_from([0.0, 3.0]),
    height=st.sampled_from([None, 2.5]),
)


@given(st.lists(pieces, max_size=4))
def test_what_is_written_is_read_back(listed: list[Piece]) -> None:
    from dataclasses import replace

    named = tuple(replace(piece, id=f"piece {k} of it") for k, piece in enumerate(listed))
    known = {piece.id: Known(piece.footprint, piece.height, piece.side) for piece in named}
    found = read_save("s.json", save_json("Ours", named).encode(), known)
    assert isinstance(found, Save)
    assert found.title == "Ours"
    assert found.findings == ()
    for again, piece in zip(found.pieces, named, strict=True):
        assert again.position == pytest.approx(piece.position)
        assert replace(again, position=piece.position) == piece


def test_a_saved_block_is_as_large_as_its_piece_and_carries_no_script() -> None:
    barge = Piece("Long Barge", "red", (30.0, 22.0), Ellipse(3.0, 1.0), 45.0, 0.0, 2.0)
    (block,) = save_document("Ours", [barge])["ObjectStates"]
    scale = tuple(block["Transform"][f"scale{axis}"] for axis in "XYZ")
    assert scale == (2.0, 2.0, 6.0)
    assert block["LuaScript"] == ""
    assert not any(key.endswith("URL") for key in block)


def test_pieces_on_hexes_are_refused() -> None:
    with pytest.raises(ValueError, match="hex"):
        save_document("Ours", [Piece("x", "", (0.0, 0.0), HexCell())])


def test_a_real_save() -> None:
    """Three ruins and crates of a tournament pack, one without a footprint of ours."""
    square = Known(Shaped(((-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0))), 6.0)
    known = {"Two Storey Ruin": square, "WTC Crate Stack": square}
    found = read_save("wtc.json", real("tts/wtc-ruins-save.json"), known)
    assert isinstance(found, Save)
    assert [(p.id, p.position, p.level) for p in found.pieces] == [
        ("TWO STOREY RUIN", (35.0, 17.0), 0.0),
        ("WTC Crate Stack", (45.0, 22.0), 0.0),
    ]
    assert codes(found) == [
        "states.not_placed",
        "states.not_placed",
        "piece.unknown",
        "script.ignored",
    ]
