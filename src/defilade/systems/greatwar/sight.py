"""Line of sight between hexes: what blocks it here, one pair or the whole field at once.

Knows which hexes block and whose policy holds; the exact line is geometry's. Sight is the
same both ways, and neighbours always see each other (GW-LOS-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from defilade.geometry.hexes import (
    AllSight,
    AlongEdge,
    AtCorner,
    Cube,
    EdgeRule,
    How,
    Inside,
    Sight,
    SightGrid,
    SightPolicy,
    patches,
    sight,
)
from defilade.record import Record
from defilade.ruling import Cells, Fact, Line, Mark, Reason, Weight
from defilade.systems.greatwar.ground import blocks, ground_of, is_high
from defilade.systems.greatwar.options import HouseRules, LosEdge, LosHill
from defilade.systems.greatwar.standins import of_options
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Ground, Token


def policy_of(rules: HouseRules) -> SightPolicy:
    """How edges and corners are judged (GW-LOS-03, GW-LOS-04)."""
    same = rules.los_edge is LosEdge.SAME_EDGE
    edge = EdgeRule.SAME_EDGE if same else EdgeRule.EITHER_EDGE
    return SightPolicy(edge, rules.los_corner_touch_blocks)


@dataclass(frozen=True, slots=True)
class Blockers:
    """What blocks sight on the field: terrain, units and hills, each as hexes (GW-LOS-02)."""

    terrain: frozenset[Cube]
    units: frozenset[Cube]
    hills: frozenset[Cube]

    @property
    def fixed(self) -> frozenset[Cube]:
        """What blocks whoever looks: terrain and units."""
        return self.terrain | self.units

    def between(self, start: Cube, end: Cube) -> frozenset[Cube]:
        """What blocks between two hexes: hills too, but not the one that both ends stand on."""
        if start not in self.hills or end not in self.hills:
            return self.fixed | self.hills
        plateau = next(patch for patch in patches(self.hills) if start in patch)
        own = plateau if end in plateau else frozenset[Cube]()
        return self.fixed | (self.hills - own)


def blockers(state: State, rules: HouseRules) -> Blockers:
    """Everything that may block sight on the field now; hills as agreed (GW-LOS-07)."""
    book = state.book
    terrain = frozenset(here for here, site in state.sites.items() if blocks(site, book))
    hills = frozenset(here for here, site in state.sites.items() if is_high(site))
    if rules.los_hill is LosHill.NONE:
        hills = frozenset()
    return Blockers(terrain, frozenset(unit.at for unit in state.units.values()), hills)


def seen(state: State, rules: HouseRules, *, start: Cube, end: Cube) -> Sight:
    """Sight from hex to hex; what stands in either never blocks (GW-LOS-01)."""
    blocking = blockers(state, rules).between(start, end)
    return sight(start, end, blocking=blocking, policy=policy_of(rules))


def whole_field(
    state: State, rules: HouseRules, grid: SightGrid, *, reach: int | None = None
) -> AllSight:
    """Sight between all pairs of hexes of a board, at most `reach` apart, at once."""
    found = blockers(state, rules)
    policy = policy_of(rules)
    everything = grid.all_pairs(found.fixed | found.hills, policy=policy, reach=reach)
    for plateau in patches(found.hills):
        if len(plateau) > 2:
            others = found.fixed | (found.hills - plateau)
            across = grid.all_pairs(others, policy=policy, reach=reach)
            everything = everything.with_answers_of(across, inside=plateau)
    return everything


def sight_reasons(state: State, rules: HouseRules, found: Sight) -> tuple[Reason, ...]:
    """Why a line is open or closed, in the order in which it meets things."""
    units = {unit.at: unit.id for unit in state.units.values()}
    reasons: list[Reason] = []
    for block in found.blockers:
        reasons.append(_blocked(state, block.hex, units))
        if block.how is How.EDGE:
            told = Record(hex=named(state, block.hex), side=str(block.side))
            reasons.append(Reason("GW-LOS-03", "edge_both_sides", told, Weight.AGAINST))
        if block.how is How.CORNER:
            told = Record(hex=named(state, block.hex))
            reasons.append(Reason("GW-LOS-04", "corner_blocks", told, Weight.AGAINST))
    for block in found.spared:
        told = Record(hex=named(state, block.hex))
        if block.how is How.EDGE:
            reasons.append(Reason("GW-LOS-03", "edge_one_side", told, Weight.FOR))
        else:
            reasons.append(Reason("GW-LOS-04", "corner_spared", told, Weight.FOR))
            reasons += of_options(rules, "los_corner_touch_blocks")
    if found.is_open:
        reasons += _passed(state, found)
    return tuple(reasons)


def _blocked(state: State, here: Cube, units: dict[Cube, str]) -> Reason:
    """The reason that a hex closes the line: its unit first, then its ground."""
    site = state.site(here)
    ground = ground_of(site)
    told = Record(hex=named(state, here), ground=ground.value, unit=units.get(here, ""))
    if here in units:
        clause = "GW-LOS-02"
        if ground is Ground.FORDABLE:
            clause = "GW-WAT-11"
        elif ground is Ground.BRIDGE:
            clause = "GW-BRG-08"
        elif ground is not Ground.COUNTRYSIDE and not blocks(site, state.book):
            clause = "GW-TER-02"
        return Reason(clause, "unit_blocks", told, Weight.AGAINST)
    if ground is Ground.HILL:
        return Reason("GW-LOS-07", "hill_blocks", told, Weight.AGAINST)
    clause = "GW-TER-04" if Token.SHELL_CRATER in site.tokens else "GW-LOS-02"
    default = bool(state.book.cites_row(ground, "blocks"))
    return Reason(clause, "ground_blocks", told, Weight.AGAINST, default=default)


def _passed(state: State, found: Sight) -> Iterator[Reason]:
    """What an open line crosses and might have been thought to block it."""
    line = found.line
    if line.start == line.end or not line.between:
        if line.start != line.end and not line.edges:
            yield Reason("GW-LOS-05", "adjacent_sees", weight=Weight.FOR)
        else:
            yield Reason("GW-LOS-01", "nothing_between", weight=Weight.FOR)
        return
    yield Reason("GW-LOS-01", "nothing_blocks", weight=Weight.FOR)
    for here in line.between:
        site = state.site(here)
        ground, told = ground_of(site), Record(hex=named(state, here))
        if ground in (Ground.FORDABLE, Ground.IMPASSABLE):
            yield Reason("GW-WAT-10", "water_open", told, Weight.FOR)
        elif ground is Ground.BRIDGE:
            yield Reason("GW-BRG-07", "bridge_open", told, Weight.FOR)
        elif ground is Ground.HILL:
            yield Reason("GW-LOS-07", "plateau_open", told, Weight.FOR)
        if Token.FORTIFIED_POSITION in site.tokens:
            yield Reason("GW-FP-08", "fp_open", told, Weight.FOR)


def sight_facts(found: Sight) -> tuple[Fact, ...]:
    """The line, with the place where it is first stopped, and the hexes that matter."""
    line = found.line
    first = {block.hex for block in found.blockers}
    stop: tuple[float, float] | None = None
    for contact in line.contacts:
        met, part = _met(contact)
        if stop is None and first.intersection(met):
            place = line.place(part)
            stop = (place.q, place.r)
    start, end = (float(line.start.q), float(line.start.r)), (float(line.end.q), float(line.end.r))
    mark = Mark.CLEAR if found.is_open else Mark.BLOCKED
    facts = [Fact("sight", Line(start, end, stop), mark)]
    for code, blocks_met, how in (
        ("blockers", found.blockers, Mark.BLOCKED),
        ("spared", found.spared, Mark.PARTLY),
    ):
        if blocks_met:
            facts.append(Fact(code, Cells(tuple((b.hex.q, b.hex.r) for b in blocks_met)), how))
    return tuple(facts)


def _met(contact: Inside | AlongEdge | AtCorner) -> tuple[tuple[Cube, ...], int]:
    match contact:
        case Inside(here, enters, _):
            return (here,), enters
        case AlongEdge(left, right, enters, _):
            return (left, right), enters
        case AtCorner(here, _, at):
            return (here,), at


def named(state: State, here: Cube) -> str:
    """A hex as players call it: its printed name, or q,r where the board has none."""
    board = state.field.board
    return board.name(here) if board is not None and here in board else f"{here.q},{here.r}"
