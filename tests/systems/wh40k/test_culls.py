"""What is left out to be quick changes no answer: prisms off the way, pairs of units shut off."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Base, Circle, Oval, Polygon
from defilade.systems.wh40k.battle import (
    AreaLine,
    Battle,
    Datasheet,
    FeatureLine,
    ModelLine,
    UnitLine,
)
from defilade.systems.wh40k.blockers import body, outlook_of
from defilade.systems.wh40k.bodies import Body, Field, Prism
from defilade.systems.wh40k.build import state_of
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.shut import shut
from defilade.systems.wh40k.sight import lines
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.terms import Category, Method
from defilade.systems.wh40k.tilted import passes
from tests.systems.wh40k.test_tilted import QUICK

RULES = HouseRules()


def shape(kind: int, x: float, y: float, size: float, turn: float) -> Base:
    """A round, an oval, a box or a notched outline about a point."""
    if kind == 0:
        return Circle((x, y), size)
    if kind == 1:
        return Oval((x, y), size, size / 2, turn)
    far = size * (1.0 if kind == 2 else 0.3)
    corners = ((-1, -1), (1, -1), (1, 1), (0, far / size), (-1, 1))
    return Polygon(tuple((x + size * cx, y + size * cy) for cx, cy in corners))


def scattered(seed: int, number: int) -> tuple[Body, Body, list[Prism]]:
    random = Random(seed)

    def one(wide: float, most: float) -> Base:
        x, y = random.uniform(-wide, wide), random.uniform(-wide, wide)
        kind, size = random.randrange(4), random.uniform(0.2, most)
        return shape(kind, x, y, size, random.uniform(0, 360))

    ends = [Body(one(12, 2), 0.0, random.choice([1.0, 2.5, 5.0])) for _ in range(2)]
    prisms = [Prism(one(16, 3), 0.0, random.choice([1.0, 2.0, 5.0, 99.0])) for _ in range(number)]
    return ends[0], ends[1], prisms


@settings(max_examples=80, deadline=None, phases=QUICK)
@given(st.integers(0, 10**6), st.integers(0, 12))
def test_prisms_off_the_way_change_no_verdict(seed: int, number: int) -> None:
    """WH-VIS-01: only what stands between can stop a line."""
    a, b, prisms = scattered(seed, number)
    kept = Field(tuple(prisms)).near(a, b)
    assert set(kept) <= set(prisms)
    assert Field(tuple(prisms)).near(b, a) == kept
    assert passes(a, b, kept, width=0.0).open == passes(a, b, prisms, width=0.0).open


def test_far_things_are_left_out_and_near_ones_are_not() -> None:
    """Beside, behind either end, and right in the way."""
    a, b = (Body(Circle((x, 0.0), 0.5), 0.0, 1.0) for x in (0.0, 20.0))
    beside, behind, between = (
        Prism(Circle(at, 0.4), 0.0, 2.0) for at in ((10.0, 1.2), (-2.0, 0.0), (10.0, 0.8))
    )
    assert Field((beside, behind, between)).near(a, b) == (between,)


def board(seed: int) -> State:
    """Six terrain areas and two squads of four, wherever they fall."""
    random = Random(seed)
    terrain = {}
    for k in range(6):
        x, y = random.uniform(6, 24), random.uniform(0, 24)
        wide, deep = random.uniform(1, 6), random.uniform(1, 9)
        cat = random.choice([Category.EXPOSED, Category.LIGHT, Category.DENSE])
        feature = FeatureLine(cat=cat, rect=(x, y, x + wide, y + deep), top=random.choice([1, 5]))
        terrain[f"T{k}"] = AreaLine(Method.FEATURE, features={f"f{k}": feature})
    units = {}
    for side, x0 in (("red", 0.0), ("blue", 26.0)):
        cx, cy = x0 + random.uniform(1, 5), random.uniform(4, 20)
        models = {
            f"{side} {k}": ModelLine((cx + random.uniform(-2, 2), cy + random.uniform(-2, 2)))
            for k in range(4)
        }
        units[side] = UnitLine(side, "M", models)
    sheet = Datasheet(kw=("VEHICLE",), base_mm=40.0, h=random.choice([1.5, 4.0]))
    return state_of(Battle(terrain=terrain, datasheets={"M": sheet}, units=units))


@settings(max_examples=40, deadline=None, phases=QUICK)
@given(st.integers(0, 10**6))
def test_units_called_shut_off_have_no_open_pair(seed: int) -> None:
    """WH-OBS-08: asked pair by pair, with nothing left out and nothing remembered."""
    state = board(seed)
    outlook = outlook_of(state, RULES)
    off = shut(outlook, "red", "blue")
    assert off == shut(outlook, "blue", "red")
    for a in state.alive("red"):
        for b in state.alive("blue"):
            ends = body(a), body(b)
            near = outlook.near(*ends)
            whole = passes(*ends, (*near.features, *near.areas), width=RULES.line_width)
            assert lines(state, RULES, a, b).visible == whole.open
            assert not (off and whole.open)


def test_some_units_are_shut_off_and_some_are_not() -> None:
    found = {shut(outlook_of(board(seed), RULES), "red", "blue") for seed in range(30)}
    assert found == {True, False}
