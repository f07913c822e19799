"""Range, arc, Lock and saves: whole families of shots first, the rulebook's edges after."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.aim import aim, forbidden
from defilade.systems.dropfleet.arcs import bearing_of, covered
from defilade.systems.dropfleet.bodies import aim_point, stem
from defilade.systems.dropfleet.lock import lock_on
from defilade.systems.dropfleet.options import HouseRules, with_options
from defilade.systems.dropfleet.ranges import reach
from defilade.systems.dropfleet.saves import armour, passive
from defilade.systems.dropfleet.spikes import drop_all, drop_one, gain, signature
from defilade.systems.dropfleet.terms import Arc, Effect, Layer, SectorType, Spike
from defilade.values import Need
from tests.systems.dropfleet.fleet import sector, ship, state, weapon

RULES = HouseRules()
COORDINATES = st.floats(-50, 50, allow_nan=False).map(lambda x: round(x, 3))
POINTS = st.tuples(COORDINATES, COORDINATES)
SPECIALS = (
    "",
    "Close Action",
    "Close Action, Air-to-Air",
    "Air-to-Air",
    "Bombardment",
    "Bombardment, Low Level",
    "Low Level",
    "Escape Velocity",
    "Re-Entry",
    "Particle",
    "Calibre (L)",
    "Calibre (H&S)",
    "Mauler",
)


@given(POINTS, st.integers(0, 359), POINTS)
def test_every_target_is_in_one_arc_or_on_a_line(
    origin: tuple[float, float], facing: int, target: tuple[float, float]
) -> None:
    """DF-ARC-02, DF-ARC-05: the four arcs leave no gap and overlap on their lines only."""
    found = bearing_of(origin, float(facing), target, RULES)
    wide = [arc for arc in found.arcs if arc is not Arc.NARROW]
    assert 1 <= len(wide) <= 4
    assert -180 <= found.degrees < 180
    if Arc.NARROW in found.arcs:
        assert Arc.FRONT in found.arcs
    first = with_options(RULES, {"arc_boundary": "front_side_first"})
    alone = bearing_of(origin, float(facing), target, first)
    if math.dist(origin, target) > 1e-3:
        assert len([arc for arc in alone.arcs if arc is not Arc.NARROW]) == 1


@given(POINTS, st.integers(0, 359), POINTS, st.integers(0, 359))
def test_turning_the_whole_table_changes_nothing(
    origin: tuple[float, float], facing: int, target: tuple[float, float], by: int
) -> None:
    """DF-ARC-04: arcs belong to the firer's base, not to the table."""
    from defilade.geometry.plane import rotated

    before = bearing_of(origin, float(facing), target, RULES)
    near_line = min(abs(abs(before.degrees) - line) for line in (11, 45, 135))
    if near_line < 0.01 or math.dist(origin, target) < 0.01:
        return
    after = bearing_of(
        rotated(origin, float(by)), float(facing + by), rotated(target, float(by)), RULES
    )
    assert after.arcs == before.arcs


def test_the_arc_edge_case_by_its_centre() -> None:
    """Facing +x: (10, 10) is on the line and in, (10, 10.001) is out by its centre (fault A31);
    range and bearing are measured between the same anchors (fault A32)."""
    firer = ship(facing=90.0, scan=20.0, weapons=(weapon(arc="F"),))
    gun = firer.profile.weapons["w"]
    for y, inside in ((10.0, True), (10.001, False)):
        target = ship("B", side="blue", pos=(10.0, y))
        found = aim(state(firer, target), RULES, firer, target, gun)
        assert found.in_arc is inside
        assert (found.origin, found.point) == (firer.pos, target.pos)
        assert found.distance == pytest.approx(math.hypot(10, y))


@pytest.mark.parametrize("special", SPECIALS)
@pytest.mark.parametrize("layers", list(product(Layer, Layer)))
def test_lock_is_always_on_the_die(special: str, layers: tuple[Layer, Layer]) -> None:
    """DF-DIC-04: 2+ to 6+ whatever the modifiers; a critical is never easier than a hit."""
    for printed, scenery in product(range(2, 7), range(5)):
        gun = weapon(lock=printed, special=special)
        firer, target = ship(layer=layers[0]), ship("B", side="blue", layer=layers[1])
        found = lock_on(firer, target, gun, RULES, scenery=scenery)
        assert 2 <= found.need.value <= 6
        assert found.crit_from is None or found.need.value <= found.crit_from <= 6
        through = Layer.ATMOSPHERE in layers
        if through and not special:
            assert (found.need, found.crit_from) == (Need(6), None)  # DF-ATM-01, DF-ATM-03


@pytest.mark.parametrize("special", SPECIALS)
def test_scenery_never_helps(special: str) -> None:
    gun = weapon(lock=3, special=special)
    firer, target = ship(), ship("B", side="blue")
    locks = [lock_on(firer, target, gun, RULES, scenery=by).need.value for by in range(5)]
    assert locks == sorted(locks)


def test_criticals_follow_the_modified_lock() -> None:
    """DF-CRT-03: 4+ gives them on 6, 3+ on 5 and 6, 2+ from 4, 5+ and 6+ never."""
    firer, target = ship(), ship("B", side="blue")
    found = {
        lock: lock_on(firer, target, weapon(lock=lock), RULES).crit_from for lock in range(2, 7)
    }
    assert found == {2: 4, 3: 5, 4: 6, 5: None, 6: None}
    printed = with_options(RULES, {"crit_uses": "printed lock"})
    below = ship("B", side="blue", layer=Layer.LOW)
    assert lock_on(firer, below, weapon(lock=4), printed).crit_from == 6
    assert lock_on(firer, below, weapon(lock=4), RULES).crit_from is None


@given(st.floats(0, 30), st.floats(0, 30), st.sampled_from(Spike))
def test_range_is_the_sum_of_its_parts(scan: float, sig: float, spike: Spike) -> None:
    """DF-RNG-02, DF-RNG-03: the firer's Scan and the target's Signature, never the reverse."""
    firer, target = ship(signature=99.0), ship("B", side="blue", signature=sig, spike=spike)
    part = reach(firer, target, weapon(), scan=scan)
    assert part.inches == pytest.approx(scan + signature(target))
    assert part.scan + part.signature + part.spike == pytest.approx(part.inches)
    close = reach(firer, target, weapon(special="Close Action"), scan=scan)
    assert close.inches == scan  # DF-RNG-06


@pytest.mark.parametrize(("special", "bans"), [("Close Action", True), ("", False)])
def test_close_action_and_atmosphere(special: str, bans: bool) -> None:
    """DF-CA-04, DF-CA-05: neither into, out of nor within it; High and Low are free (DF-CA-06)."""
    for one, other in product(Layer, Layer):
        firer, target = ship(layer=one), ship("B", side="blue", layer=other)
        here = state(firer, target)
        refused = {r.clause for r in forbidden(here, firer, target, weapon(special=special))}
        touches = Layer.ATMOSPHERE in (one, other)
        assert bool(refused) is (bans and touches)


def test_spikes_climb_and_fall() -> None:
    """DF-SPK-02 to DF-SPK-06, DF-SPK-08: one spike, 6 or 12 inches, never 18."""
    plain = ship(signature=6.0)
    ladder = [signature(plain)]
    for _ in range(3):
        plain = gain(plain, Spike.MINOR)
        ladder.append(signature(plain))
    assert ladder == [6, 12, 18, 18]
    assert signature(drop_one(plain)) == 12
    assert signature(drop_all(plain)) == 6
    assert gain(ship(spike=Spike.MINOR), Spike.MAJOR).spike is Spike.MAJOR
    assert not gain(ship(silent=True), Spike.MAJOR).silent  # DF-SPK-09
    assert gain(ship(silent=True), Spike.MAJOR).spike is Spike.NONE


@given(st.integers(2, 6), st.sampled_from([(), (Effect.ARMOUR_CRACKED,)]), st.integers(0, 1))
def test_saves_stay_on_the_die(printed: int, effects: tuple[Effect, ...], scalded: int) -> None:
    """DF-SAV-05, DF-DIC-04: cracked and scalded, still 2+ to 6+."""
    hurt = ship(armour=printed, pcm=Need(printed), effects=effects)
    for need in (armour(hurt, scalded=scalded), passive(hurt, scalded=scalded)):
        assert need is not None
        assert 2 <= need.value <= 6
        assert need.value == min(6, printed + 2 * len(effects) + scalded)


def test_a_sector_is_measured_to_its_nearest_edge() -> None:
    """DF-BOM-04: and from the centre of its cluster when it fires itself."""
    place = sector("S", SectorType.MILITARY, polygon=((4.0, 0.0), (6.0, 0.0), (6.0, 9.0)))
    here = state(place, clusters={"K": ("S",)})
    assert aim_point(here, (4.5, 0.0), here.sectors["S"]) == (4.5, 0.0)
    assert aim_point(here, (0.0, 0.0), here.sectors["S"]) == (4.0, 0.0)
    assert stem(here, here.sectors["S"]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "name", "value", "words"),
    [
        ("Burnthrough 6", "burnthrough", 6, ()),
        ("Burnthrough (6)", "burnthrough", 6, ()),
        ("burnthrough-6", "burnthrough", 6, ()),
        ("Calibre L", "calibre", None, ("L",)),
        ("Calibre (H&S)", "calibre", None, ("H", "S")),
        ("Calibre H/S", "calibre", None, ("H", "S")),
        ("Close Action", "close action", None, ()),
        ("Close Action (Beam)", "close action", None, ("beam",)),
        ("Close Action (Swarmer)", "close action", None, ("swarmer",)),
        ("Linked-1", "linked", 1, ()),
        ("Alt 1", "alt", 1, ()),
        ("L (2)", "limited", 2, ()),
        ("Limited (2)", "limited", 2, ()),
        ("Air-to-Air", "air to air", None, ()),
        ("Re-Entry", "re entry", None, ()),
        ("Fusillade(3)", "fusillade", 3, ()),
        ("Squadron-3", "squadron", 3, ()),
        ("Full-Cloak", "full cloak", None, ()),
        ("Reinforced-Armour", "reinforced armour", None, ()),
        ("Aegis (5)", "aegis", 5, ()),
        ("Crippling", "crippling", None, ()),
    ],
)
def test_special_rules_as_they_are_printed(
    text: str, name: str, value: int | None, words: tuple[str, ...]
) -> None:
    """DF-WPN-19: read as data, in every spelling that is met."""
    found = keywords.parse(text)
    assert (found.name, found.value, found.words) == (name, value, words)
    assert keywords.known(found)


def test_an_unknown_rule_keeps_its_text() -> None:
    assert keywords.parse("Penetrator (2)").name == "penetrator (2)"
    assert not keywords.known(keywords.parse("Penetrator (2)"))


@pytest.mark.parametrize(
    ("text", "arcs"),
    [
        ("F/S/R", {"F", "S(L)", "S(R)", "R"}),
        ("F / S (Left)", {"F", "S(L)"}),
        ("Front Narrow", {"F(N)"}),
        ("S", {"S(L)", "S(R)"}),
        ("f(n)", {"F(N)"}),
    ],
)
def test_arcs_as_they_are_printed(text: str, arcs: set[str]) -> None:
    """DF-ARC-03."""
    assert {str(arc) for arc in keywords.parse_arcs(text)} == arcs
    assert covered(keywords.parse_arcs("F"), bearing_of((0, 0), 0, (0, 1), RULES))
    with pytest.raises(ValueError, match="no arc"):
        keywords.parse_arcs("F/X")
