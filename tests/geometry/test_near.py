"""A sweep finds what looking at every two finds: boxes that touch, and faults of rings."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.near import near_pairs
from defilade.geometry.plane import segments_cross
from defilade.geometry.regions import Region, RingFaultKind, region_faults, ring_faults

whole = st.integers(-6, 6)
boxes = st.tuples(whole, whole, st.integers(0, 5), st.integers(0, 5)).map(
    lambda b: (float(b[0]), float(b[1]), float(b[0] + b[2]), float(b[1] + b[3]))
)
places = st.tuples(whole.map(float), whole.map(float))


def touch(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


@given(st.lists(boxes, max_size=20))
def test_every_two_boxes_that_touch_are_found_once(drawn):
    expected = [
        pair for pair in combinations(range(len(drawn)), 2) if touch(*(drawn[k] for k in pair))
    ]
    assert sorted(near_pairs(drawn)) == expected


@settings(max_examples=200, deadline=None)
@given(st.lists(places, min_size=3, max_size=12, unique=True))
def test_every_crossing_of_a_ring_is_named_by_its_corners(ring):
    count = len(ring)
    edges = [(ring[k], ring[(k + 1) % count]) for k in range(count)]
    crossing = {
        (i, (i + 1) % count, j, (j + 1) % count)
        for i, j in combinations(range(count), 2)
        if segments_cross(edges[i], edges[j])
    }
    found = {f.corners for f in ring_faults(ring) if f.kind is RingFaultKind.CROSSING}
    assert found == crossing


@given(st.lists(boxes.filter(lambda b: b[0] < b[2] and b[1] < b[3]), min_size=2, max_size=5))
def test_holes_that_meet_are_named_in_pairs(drawn):
    holes = tuple(((x0, y0), (x1, y0), (x1, y1), (x0, y1)) for x0, y0, x1, y1 in drawn)
    region = Region(((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)), holes)
    faults = region_faults(region)
    assert {f.kind for f in faults} <= {RingFaultKind.HOLES_MEET}
    named = {(f.ring - 1, f.corners[0] - 1) for f in faults}
    assert named == {
        (i, j) for i, j in combinations(range(len(drawn)), 2) if touch(drawn[i], drawn[j])
    }
