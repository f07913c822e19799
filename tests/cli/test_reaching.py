"""`path`, `reach` and the picture of reachable ground."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from defilade.cli.questions import QuestionError, question_of, spoken
from defilade.cli.reaching import CROSS, END, NOWHERE, picture, squares
from defilade.record import Record
from defilade.ruling import Fact, Mark, Movement, Outline, Permission, Ruling
from defilade.systems.registry import load
from defilade.table import Piece, Round, Scene
from defilade.testing.battles import example_text
from tests.cli.conftest import Run

SCENE = Scene("t", (0, 0), (4, 2), (Piece("A", "red", (1, 1), Round(0.5)),))


def box(x0: float, y0: float, x1: float, y1: float) -> Outline:
    return Outline(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


FOUND = Ruling(
    Movement("A", (), Record(reach=True)),
    Permission.ALLOWED,
    facts=(
        Fact("may_end", box(0, 0, 2, 1), Mark.CLEAR),
        Fact("may_cross", box(2, 0, 3, 1), Mark.PARTLY),
    ),
)


def test_paths_and_ground_are_questions_about_movement() -> None:
    path = question_of(["path A -> 3,4"])
    assert path == Movement("A", ((3.0, 4.0),), Record(shortest=True))
    up = question_of(["path", "Long Name", "3,4,5"], detail=["kind=advance"])
    assert up == Movement(
        "Long Name", ((3.0, 4.0),), Record(shortest=True, height=5.0, kind="advance")
    )
    reach = question_of(["reach", "Long Name"])
    assert reach == Movement("Long Name", (), Record(reach=True))
    assert [spoken(one) for one in (path, reach)] == ["A goes to 3,4", "Long Name reaches"]
    for words in (["path", "A"], ["path", "A", "3"], ["path", "A", "1,2,x"], ["reach"]):
        with pytest.raises(QuestionError):
            question_of(words)


def test_squares_are_told_by_their_middles() -> None:
    rows = squares(FOUND, SCENE, 1.0)
    assert rows == ((END, END, CROSS, NOWHERE), (NOWHERE,) * 4)


def test_the_picture_outlines_where_to_end_and_hatches_what_is_crossed() -> None:
    drawn = picture(FOUND, SCENE, squares(FOUND, SCENE, 1.0), step=1.0)
    assert "may be crossed, not ended on" in drawn
    assert "may end (clear)" in drawn
    assert "may cross" not in drawn.partition("<desc>")[2].partition("</desc>")[0]


@pytest.fixture
def pump_house(tmp_path: Path) -> str:
    file = tmp_path / "b.yaml"
    file.write_text(example_text(load("wh40k")))
    return str(file)


def test_the_ground_of_a_unit_is_printed_drawn_and_given_as_data(
    real: Run, pump_house: str, tmp_path: Path
) -> None:
    out = tmp_path / "reach.svg"
    done = real("reach", pump_house, "Skulkers", "--step", "2", "--out", str(out))
    assert done.exit_code == 0
    assert "squares to end on" in done.stdout
    assert "may end" in out.read_text()
    told = json.loads(real("reach", pump_house, "Skulkers", "--json").stdout)
    codes = {fact["code"] for fact in told["facts"]}
    assert (told["verdict"], codes) == ("allowed", {"allowance", "may_end", "may_cross"})
    farther = json.loads(
        real("reach", pump_house, "Skulkers", "--detail", "kind=advance", "--json").stdout
    )
    assert farther["numbers"]["may_end"] > told["numbers"]["may_end"]


def test_a_way_is_told_with_its_parts(real: Run, pump_house: str) -> None:
    done = real("ask", pump_house, "path Skulkers -> 24,14", "--check")
    assert done.exit_code == 0
    assert "distance 4" in done.stdout
    far = real("ask", pump_house, "path Skulkers -> 24,2", "--check")
    assert far.exit_code == 1
    assert "needs 16" in far.stdout


def test_wrong_words_are_told(real: Run, pump_house: str) -> None:
    assert real("reach", pump_house, "Nobody").exit_code == 2
    assert real("reach", pump_house, "Skulkers", "--detail", "kind=hop").exit_code == 2
    assert real("reach", pump_house, "Skulkers", "--detail", "kind").exit_code == 2
