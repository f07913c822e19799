"""What happened, derived from tasks done: one event for each throw and each change.

Knows deeds and how states differ; the sentences are made in `wording`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defilade.dice import Done, Thrown
from defilade.game import Event
from defilade.record import Datum, Record
from defilade.systems.dropzone.close import AllocateClose
from defilade.systems.dropzone.collateral import (
    CollateralSaves,
    PieceDice,
    Randomise,
    SquadDice,
)
from defilade.systems.dropzone.destruction import Collapse, CollapseInside, Crash, Struck, Wreck
from defilade.systems.dropzone.firing import Astray, SquadFire, Suffer, Volley
from defilade.systems.dropzone.fortitude import Nerve, RunAway, Test, TestDie, fortitude_of
from defilade.systems.dropzone.objectives import Search, modifier
from defilade.systems.dropzone.play import Deed, Start, deeds
from defilade.systems.dropzone.rounds import Initiative
from defilade.systems.dropzone.state import (
    Aboard,
    Gone,
    InGarrison,
    OnTable,
    Piece,
    State,
    Unit,
)
from defilade.systems.dropzone.steps import (
    Blasts,
    Countermeasures,
    Focus,
    Harm,
    HowMany,
    Step,
    ToDamage,
    ToHit,
)
from defilade.systems.dropzone.terms import CENTRE
from defilade.table import Table


def event(code: str, clause: str, **params: Datum) -> Event:
    """One event."""
    return Event(code, clause, Record(**params))


def narrated(start: Start, thrown: Sequence[Thrown]) -> tuple[Event, ...]:
    """Every event of an action, in the order of the rulebook."""
    return tuple(one for deed in deeds(start, thrown) for one in events_of(deed))


def events_of(deed: Deed) -> tuple[Event, ...]:
    """The events of one task: its dice, then what changed."""
    found = tuple(_thrown(deed))
    if deed.after is None:
        return found
    found = (*found, *_follow(deed))
    return (*found, *changes(deed.before.state, deed.after.state, deed.task))


def _follow(deed: Deed) -> Iterator[Event]:
    """Hits that a task hands out without a roll to hit."""
    match deed.task:
        case Collapse() | CollapseInside() | Crash() | Wreck():
            _, more = deed.task.take(deed.before, deed.answer)
            for task in more:
                if isinstance(task, Struck) and (hits := _hits(task.step)):
                    yield event("struck", task.clause, target=task.target, hits=hits)
        case Astray(_, misses):
            yield event("astray", "DZ-GSH-09", target=deed.answer, hits=misses)
        case _:
            return


def _hits(step: Step) -> int:
    return step.value.hits if isinstance(step, Done) else getattr(step, "hits", 0)


def _faces(deed: Deed) -> tuple[Datum, ...]:
    return tuple(face for throw in deed.thrown for face in throw.faces)


def _thrown(deed: Deed) -> Iterator[Event]:
    """The event of a task's own dice or choice."""
    if deed.after is not None:
        yield from _of_damage(deed)
        yield from _of_tokens(deed)
        yield from _of_nerve(deed)


def _of_damage(deed: Deed) -> Iterator[Event]:
    """Dice of attacks, and of what falls."""
    table, faces = deed.before, _faces(deed)
    match deed.task:
        case SquadFire() as fire:
            volley = fire.current()
            if volley is not None and not isinstance(volley.step, Done):
                yield from _step(volley, volley.step, deed.answer, faces)
                yield from _blasted(volley, deed.answer)
        case Struck(target, step, clause) if not isinstance(step, Done):
            volley = Volley("", "", target, step)
            for one in _step(volley, step, deed.answer, faces):
                yield Event(one.code, clause, one.params)
        case Suffer(volley):
            yield from _suffered(volley, table)
        case Collapse(piece) if deed.answer is not None:
            yield event("collapses", "DZ-DES-06", piece=piece, radius=deed.answer, faces=faces)
        case CollapseInside(piece):
            yield event("collapse_inside", "DZ-DES-08", piece=piece, hits=deed.answer, faces=faces)
        case Crash(unit):
            radius = deed.answer if deed.answer < 3 else 0
            yield event("crashes", "DZ-AIR-01", unit=unit, radius=radius, faces=faces)
        case Wreck(transport):
            hits = deed.answer if deed.answer < 3 else 0
            yield event("wrecked", "DZ-TRA-05", unit=transport, hits=hits, faces=faces)
        case _:
            return


def _of_tokens(deed: Deed) -> Iterator[Event]:
    """Dice of Collateral Damage."""
    faces = _faces(deed)
    match deed.task:
        case Randomise(piece) if deed.answer is not None:
            yield event("squad_picked", "DZ-COL-05", piece=piece, faces=faces)
        case PieceDice(piece) if deed.answer is not None:
            hits = deed.answer[1]
            yield event("tokens_hit", "DZ-COL-02", piece=piece, hits=hits, faces=faces)
        case SquadDice(piece, squad):
            hits = deed.answer[1]
            yield event(
                "tokens_hit_squad", "DZ-COL-03", piece=piece, squad=squad, hits=hits, faces=faces
            )
        case CollateralSaves(squad) if deed.answer is not None:
            yield event("saved", "DZ-DMG-04", target=squad, saved=deed.answer[1], faces=faces)
        case _:
            return


def _of_nerve(deed: Deed) -> Iterator[Event]:
    """Fortitude Tests, searches and initiative."""
    table, faces = deed.before, _faces(deed)
    match deed.task:
        case Test(squad) if deed.answer is Nerve.FAIL:
            yield event("test_given_up", "DZ-FOR-04", squad=squad)
        case TestDie(test) as die:
            need = fortitude_of(table.state, test.squad).value
            code = "test_passed" if die.succeeds(table, deed.answer) else "test_failed"
            yield event(code, "DZ-FOR-01", squad=test.squad, need=need, faces=faces)
        case RunAway(squad):
            yield event("runs_away", "DZ-FOR-03", squad=squad)
        case Search(squad, objective, tokens):
            total = deed.answer + table.state.round + modifier(table, squad, tokens)
            yield event(
                "searched", "DZ-OBJ-02", squad=squad, objective=objective, total=total, faces=faces
            )
        case Initiative(waiting) if deed.answer is not None:
            yield event("initiative_rolled", "DZ-RND-01", side=waiting[0], faces=faces)
        case _:
            return


def _step(volley: Volley, step: Step, answer: object, faces: tuple[Datum, ...]) -> Iterator[Event]:
    """The event of one throw of an attack."""
    counts: tuple[int, ...] = answer if isinstance(answer, tuple) else ()
    about: dict[str, Datum] = {"weapon": volley.weapon, "target": volley.target, "faces": faces}
    match step:
        case ToHit(shots, need):
            hits = sum(counts[1:])
            yield event("rolled_to_hit", "DZ-SHT-06", shots=shots, need=need, hits=hits, **about)
        case Blasts(shots, need):
            full, glancing = step.split(counts)
            yield event(
                "rolled_blast",
                "DZ-KEY-04",
                shots=shots,
                need=need,
                hits=full,
                glancing=glancing,
                **about,
            )
        case HowMany():
            clause = "DZ-DES-05" if step.each.sides == 3 else "DZ-KEY-04"
            hits = answer if isinstance(answer, int) else 0
            yield event("many_hits", clause, hits=hits, **about)
        case Focus():
            yield event("focused", "DZ-KEY-02", given_up=str(answer), **about)
        case ToDamage(hits, wound):
            damage, criticals = wound.done(counts)
            yield event(
                "rolled_damage",
                wound.clause,
                hits=hits,
                damage=damage,
                criticals=criticals,
                **about,
            )
        case Countermeasures():
            yield event("saved", "DZ-DMG-04", saved=counts[1], **about)
        case _:
            inner = getattr(step, "first", None)
            part = getattr(step, "second", None) if isinstance(inner, Done) else inner
            if part is not None and not isinstance(part, Done):
                yield from _step(volley, part, answer, faces)


def _blasted(volley: Volley, answer: object) -> Iterator[Event]:
    """Others under a Blast, hit once for each that lands; how often Infantry is, is rolled."""
    if not isinstance(volley.step, Blasts) or not isinstance(answer, tuple):
        return
    full, _ = volley.step.split(answer)
    for name, _, each in volley.touched:
        if full and each is None:
            yield event("struck", "DZ-KEY-04", target=name, hits=full)


def _suffered(volley: Volley, table: Table[State]) -> Iterator[Event]:
    """What a volley came to; what of it was too much."""
    assert isinstance(volley.step, Done)  # suffered once it is over
    harm: Harm = volley.step.value
    unit = table.state.units.get(volley.target)
    excess = max(0, harm.damage - unit.dp_left) if unit is not None else 0
    yield event(
        "volley_over",
        "DZ-SHT-01",
        weapon=volley.weapon,
        target=volley.target,
        hits=harm.hits,
        damage=harm.damage,
        criticals=harm.criticals,
        excess=excess,
    )


def changes(before: State, after: State, task: object = None) -> Iterator[Event]:
    """Events for every difference between two states, units first."""
    close = isinstance(task, AllocateClose)
    for name, unit in after.units.items():
        if before.units[name] != unit:
            yield from _unit_changes(before.units[name], unit, close=close)
    for name, piece in before.pieces.items():
        if after.pieces.get(name) != piece:
            yield from _piece_changes(piece, after.pieces.get(name))
    yield from _objective_changes(before, after)
    yield from _round_changes(before, after)


def _unit_changes(old: Unit, new: Unit, *, close: bool) -> Iterator[Event]:
    lost = new.dp_lost - old.dp_lost
    if lost:
        clause = "DZ-CQ-02" if close else "DZ-DMG-05"
        yield event("damaged", clause, unit=new.id, lost=lost, left=new.dp_left)
    if new.gone and not old.gone:
        yield event("destroyed", "DZ-DMG-05", unit=new.id)
    elif old.where != new.where:
        yield _went(old, new)
    if old.landed != new.landed:
        code = "landed" if new.landed else "took_off"
        yield event(code, "DZ-UNI-05", unit=new.id)


def _went(old: Unit, new: Unit) -> Event:  # noqa: PLR0911  # one case for each way
    """The event of a unit that is somewhere else now."""
    match old.where, new.where:
        case OnTable(), OnTable(at):
            return event("moved", "DZ-MOV-01", unit=new.id, to=at, distance=new.moved - old.moved)
        case InGarrison(a, _), InGarrison(b, edge) if a == b:
            return event("edge_taken", "DZ-GMV-01", unit=new.id, piece=b, place=edge or CENTRE)
        case _, InGarrison(garrison, edge):
            return event("entered", "DZ-GEN-04", unit=new.id, piece=garrison, place=edge or CENTRE)
        case InGarrison(garrison), OnTable(at):
            return event("left", "DZ-GEX-01", unit=new.id, piece=garrison, to=at)
        case Aboard(transport), OnTable(at):
            return event("disembarked", "DZ-TRA-02", unit=new.id, transport=transport, to=at)
        case _, Aboard(transport):
            return event("embarked", "DZ-TRA-01", unit=new.id, transport=transport)
        case _, Gone():
            return event("destroyed", "DZ-DMG-05", unit=new.id)
        case _:
            return event("placed", "DZ-GEX-02", unit=new.id)


def _piece_changes(old: Piece, new: Piece | None) -> Iterator[Event]:
    if new is None or (new.dp is None and old.dp is not None):
        yield event("fell", "DZ-DES-01", piece=old.id)
        if new is not None:
            yield event("rubble_placed", "DZ-DES-09", piece=old.id)
        return
    if (old.dp or 0) > (new.dp or 0):
        lost = (old.dp or 0) - (new.dp or 0)
        yield event("piece_damaged", "DZ-DES-01", piece=old.id, lost=lost, left=new.dp)
    if new.tokens > old.tokens:
        added = new.tokens - old.tokens
        yield event("tokens_added", "DZ-DES-03", piece=old.id, added=added, tokens=new.tokens)
    if new.tokens < old.tokens:
        gone = old.tokens - new.tokens
        yield event("tokens_gone", "DZ-COL-04", piece=old.id, gone=gone, tokens=new.tokens)


def _objective_changes(before: State, after: State) -> Iterator[Event]:
    for name in before.objectives:
        if name not in after.objectives:
            yield event("objective_lost", "DZ-DES-10", objective=name)
    for name, squad in after.squads.items():
        old = before.squads[name].carrying
        if old == squad.carrying:
            continue
        if squad.carrying is not None:
            yield event("objective_claimed", "DZ-OBJ-05", squad=name, objective=squad.carrying)
        elif old is not None and old in after.objectives:
            yield event("objective_dropped", "DZ-OBJ-05", squad=name, objective=old)


def _round_changes(before: State, after: State) -> Iterator[Event]:
    if len(after.scan_tokens) > len(before.scan_tokens):
        yield event("scan_token_placed", "DZ-OBJ-03", unit=after.scan_tokens[-1].unit)
    if len(after.scan_tokens) < len(before.scan_tokens):
        gone = len(before.scan_tokens) - len(after.scan_tokens)
        yield event("scan_tokens_gone", "DZ-OBJ-03", gone=gone)
    if before.round != after.round:
        yield event("round_begins", "DZ-RND-01", round=after.round)
    old, new = before.turn, after.turn
    if old is None or new is None:
        return
    if old.battlegroup is None and new.battlegroup is not None:
        yield event("battlegroup_active", "DZ-RND-01", side=new.side, battlegroup=new.battlegroup)
    if old.side != new.side:
        yield event("side_to_act", "DZ-RND-01", side=new.side)
    if before.phase != after.phase:
        yield event("phase_begins", "DZ-RND-01", phase=after.phase.value)
