"""Boards on which sight once broke, each of its own kind: one answer whichever way they are turned.

All have contacts that only exact geometry tells apart: a rim tangent to a rim, a point on an
outline, an edge along a wall.
"""

import pytest

from defilade.geometry.bases import Circle, Edge, Group, Oval, Polygon, Rectangle, point
from defilade.geometry.crossings import line_facts
from defilade.geometry.motions import mirrored, moved, turned
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region, Wall
from defilade.geometry.sight import Verdict, is_open, look

MOTIONS = [
    mirrored,
    lambda s: turned(s, 37.0, about=(0.0, 0.0)),
    lambda s: turned(s, 211.3, about=(3.0, -1.0)),
    lambda s: moved(s, (1000.0, -2000.0)),
]

BOARDS = {
    "a point within two contacts of a curve that its rank stands on": (
        Group((point((3.6236209565730837, 6.9111399475418125)), Circle((4.119, 6.8406), 0.5))),
        Group((Circle((2.4200799999999996, 7.0), 0.05), point((2.32008, 7.0)))),
        [Circle((3.0, 7.0), 0.62992)],
    ),
    "a point at the end of a wall, another along it": (
        point((-0.0235, 0.0)),
        point((-4.8, 0.0)),
        [Wall(((-5.0, 0.0), (-0.0235, 0.0)))],
    ),
    "an edge along a wall, a point at its end": (
        Edge((-1.9165446609406727, -1.9165446609406727), (-1.9872553390593273, -1.98725533905932)),
        point((0.0, 0.0)),
        [Wall(((-1.9519, -1.9519), (0.0, 0.0)))],
    ),
    "edges along one wall, all but parallel to another": (
        Edge((6.648663472462791, 1.3557564397422703), (7.351336527537209, 0.6442435602577297)),
        Edge((1.6729522827250558, 6.39406347389886), (2.5582079044300117, 5.497671087809056)),
        [Wall(((7.0, 1.0), (1.3324, 6.7389)))],
    ),
    "a wall through the middle of two discs on which a base stands": (
        Circle((-0.5924945836495171, -0.040992255123992516), 0.62992),
        Rectangle((3.5288189322542785, 0.2367836716894594), 1.0, 0.5, -171.55641976178225),
        [
            Circle((0.02, -0.0859), 2.0),
            Wall(((4.0, -0.0859), (-5.0, 1.2501))),
            Circle((-3.917303093645657, 0.6195391176907746), 2.0),
        ],
    ),
    "a base and its obstacle with one tangent, which an edge ends on": (
        Circle((1.1516650194221367, -2.245740812849236), 0.5),
        Edge((1.6516650194221367, -3.245740812849236), (0.6516650194221367, -3.245740812849236)),
        [Circle((-0.0224, -1.0046), 1.6), Circle((1.1516650194221367, -2.745740812849236), 0.5)],
    ),
    "a rank whose one stand is a point on the rim of the other": (
        Circle((2.266028980417408, 4.834130878593561), 2.0),
        Group(
            (
                point((1.4949370701475746, 0.7119123450820062)),
                Circle((1.4687690920261025, 1.211227112459293), 0.5),
            )
        ),
        [Circle((0.0256, 5.9434), 0.5), Rectangle((0.3306, 0.0), 1.3, 2.4, 267.0)],
    ),
    "a base beside the corner of a block, an edge along its side": (
        Edge((-1.16, -6.0), (0.84, -6.0)),
        Group((Circle((-2.16, -7.0), 1.0), point((-2.16, -9.0)))),
        [Rectangle((-1.16, -7.0), 2.0, 2.0, 90.0)],
    ),
    "an oval beside a disc under its base and a block": (
        Rectangle((6.585829111656884, -4.310570888343116), 1.0, 0.05, 45.0),
        Oval((7.805588309203678, -4.85857864376269), 0.5, 0.4, 45.0),
        [
            Circle((5.8964, -5.0), 1.0),
            Rectangle((5.8964, -5.0), 2.5, 1.9, 45.0),
            Circle((8.841553458767423, -3.6318020935294837), 2.1),
        ],
    ),
    "a point where an oval and a disc cross": (
        Group(
            (
                point((0.43551270189221936, 1.2621)),
                Circle((0.9322123357916108, 1.31945393346764), 0.5),
            )
        ),
        Group((point((0.5019771149634921, -0.10220350254327842)), Circle((1.002, -0.1068), 0.5))),
        [Oval((0.0025, 0.0121), 0.5, 2.5, 90.0), Circle((2.422311237489785, 1.491515733870561), 2)],
    ),
    "a point on the rim of a slanted oval": (
        point((0.7075838277029064, -7.946244499254497)),
        Circle((2.6263455967290588, -5.37365440327094), 0.62992),
        [Oval((1.0, -7.0), 2.3, 0.5, 45.0)],
    ),
    "a base in an oval that it all but fills at one spot": (
        Rectangle((1.592731775523446, -2.7138508973700057), 1.0, 0.5, 132.1193791497554),
        Circle((1.7045576740963377, 0.052094453300078995), 0.5),
        [
            Rectangle((2.0, 0.0), 0.8, 0.2, 151.0),
            Oval((2.0, 0.0), 0.2, 0.5, 100.0),
            Circle((-0.07620356484609836, -1.204826434458422), 2.0),
        ],
    ),
    "an oval base across an oval, beside a disc that touches a block": (
        Oval((-0.5146176103328364, -0.16765017024217757), 1.0, 0.4, 100.70908083037017),
        Rectangle((0.9592574264098512, 0.5536163081520744), 1.0, 1.0, 0.0),
        [
            Oval((0.0003, 0.0003), 1.0, 0.5, 0.0),
            Circle((0.9592574264098511, -0.4463836918479), 0.5),
        ],
    ),
}


@pytest.mark.parametrize(("a", "b", "table"), BOARDS.values(), ids=BOARDS.keys())
def test_no_motion_changes_a_verdict(a, b, table):
    plain = look(a, b, table)
    assert is_open(a, b, table) is (plain.verdict is Verdict.OPEN)
    assert look(b, a, table).verdict is plain.verdict
    for motion in MOTIONS:
        sight = look(motion(a), motion(b), [motion(s) for s in table])
        assert sight.verdict is plain.verdict
        assert sight.lane == pytest.approx(plain.lane, abs=1e-6)


def test_room_from_a_point_counts_what_stands_behind_it():
    """A wall behind a point, or beyond the target, is as near to the line as one beside it."""
    for wall in (Wall(((-1.0, -0.2), (1.0, -0.2))), Wall(((13.0, 1.3), (15.0, 1.3)))):
        sight = look(point((0.0, 0.0)), Circle((14.0, 1.0), 0.2), [wall])
        assert sight.verdict is Verdict.OPEN
        assert sight.lane <= 2.0 * line_facts(sight.witness.line, wall).margin + 1e-9


@pytest.mark.parametrize("dip", [0.0, 1e-8, 9e-8, 2e-7, 1e-6, 1e-4, 1e-2])
def test_a_disc_through_the_side_of_a_block_sees_out_by_its_slit(dip):
    """Contact within EPS is contact; beyond it the slit is as wide as the chord says."""
    block = Polygon(((-5.0, -5.0), (5.0, -5.0), (5.0, 0.0), (-5.0, 0.0)))
    base = Circle((0.0, dip - 0.5), 0.5)
    sight = look(base, Circle((0.0, 9.0), 2.0), [block])
    if dip <= EPS:
        assert sight.verdict is Verdict.GRAZING
    else:
        assert sight.verdict is Verdict.OPEN
        assert sight.lane == pytest.approx(2.0 * (0.25 - (0.5 - dip) ** 2) ** 0.5, rel=1e-6)


def test_a_corner_on_a_rim_from_within_lets_no_line_through():
    """A block's corner touches the rim of a base that stands in the block's own courtyard."""
    yard = Region(
        ((-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)),
        (((-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)),),
    )
    base = Circle((0.0, 0.0), 8.0**0.5)
    assert look(base, Circle((0.0, 20.0), 0.5), [yard]).verdict is Verdict.CLOSED


@pytest.mark.parametrize("away", [0.0, 5e-8, 9e-8, 1.1e-7, 1.5e-7, 1.9e-7, 2.5e-7, 1e-6])
def test_a_point_next_to_a_side_sees_along_it_and_not_through(away):
    """Nearer than contact, further, or in between, in the courtyard of the block itself."""
    yard = Region(
        ((-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)),
        (((-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)),),
    )
    eye = point((2.0 - away, 0.3))
    for motion in (lambda s: s, *MOTIONS):
        ends = [motion(Circle(at, 0.3)) for at in ((0.0, 1.0), (20.0, 1.0))]
        found = [look(motion(eye), end, [motion(yard)]).verdict for end in ends]
        assert found == [Verdict.OPEN, Verdict.CLOSED]
