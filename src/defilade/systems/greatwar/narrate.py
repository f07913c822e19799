"""Events: what happened in an action, derived from what was asked, answered and resulted.

Knows states before and after and the answers between; the words are in `wording`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.dice import Choose, Roll, Thrown
from defilade.game import Event
from defilade.record import Datum, Record
from defilade.systems.greatwar.actions import (
    Action,
    Battle,
    Bombard,
    CutWire,
    EndTurn,
    GiveOrders,
    Move,
    PlaceToken,
    PlayCard,
    PlayCommand,
    Rebuild,
)
from defilade.systems.greatwar.clash import Ignored, counted
from defilade.systems.greatwar.scene import last_stand
from defilade.systems.greatwar.sections import sections_text
from defilade.systems.greatwar.sight import named
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Combat, Side


def narrate(
    before: State, action: Action, thrown: tuple[Thrown, ...], after: State
) -> tuple[Event, ...]:
    """The events of an action, in the order of the rulebook's steps."""
    found = [*_announced(before, action), *_dice(before, thrown), *_units(before, after)]
    found += [*_hexes(before, after), *_gains(before, after, action), *_end(before, after)]
    return tuple(found)


def _announced(state: State, action: Action) -> Iterator[Event]:
    """What the player set out to do."""
    match action:
        case PlayCommand(command):
            where = "bombard" if command.bombard else sections_text(command.sections)
            yield _event("command", "GW-TURN-01", where=where, number=command.number)
        case GiveOrders(units, reserve):
            names = (*units, *(("artillery",) if reserve else ()))
            yield _event("ordered", "GW-TURN-02", units=names)
        case Move(unit):
            start = named(state, state.units[unit].at)
            yield _event("moves", "GW-MOVE-01", unit=unit, start=start)
        case Battle(combat, unit, target):
            clause = "GW-BAT-02" if combat is Combat.RANGED else "GW-DIE-03"
            yield _event("battles", clause, unit=unit, target=target, combat=combat.value)
        case Bombard(at, tokens):
            yield _event("bombards", "GW-RES-05", hex=named(state, at), tokens=tokens)
        case Rebuild(unit, at):
            yield _event("rebuilds", "GW-DBR-02", unit=unit, hex=named(state, at))
        case CutWire(unit, at):
            yield _event("cuts_wire", "GW-TER-08", unit=unit, hex=named(state, at))
        case PlayCard(card):
            yield _event("card_played", "GW-TURN-06", card=card)
        case PlaceToken(token, at):
            yield _event("token_placed", "GW-FP-09", token=token.value, hex=named(state, at))
        case EndTurn():
            yield _event("turn_ends", "GW-TURN-05", side=state.active.value)


def _dice(state: State, thrown: tuple[Thrown, ...]) -> Iterator[Event]:
    """Every throw and every choice, as it was answered."""
    for one in thrown:
        question = one.question
        if isinstance(question, Choose):
            if isinstance(one.answer, Ignored):
                told = one.answer
                yield _event("flags_ignored", "GW-FLAG-01", flags=told.flags, retreat=told.retreat)
        elif isinstance(question, Roll) and question.clause == "GW-DIE-06":
            symbols = counted(state.book.die, one.answer)
            yield _event(
                "battle_roll",
                "GW-DIE-06",
                soldier=symbols.soldier,
                burst=symbols.burst,
                deadly=symbols.deadly,
                flag=symbols.flag,
                hq=symbols.hq,
            )
        else:
            faces = tuple(str(face) for face in one.faces)
            yield _event("thrown", question.clause, faces=faces)


def _units(before: State, after: State) -> Iterator[Event]:
    """Figures, special figures, eliminations, places."""
    for name, old in before.units.items():
        new = after.units.get(name)
        if new is None:
            off = before.medals == after.medals
            code, clause = ("left_field", "GW-MOVE-04") if off else ("eliminated", "GW-VIC-01")
            yield _event(code, clause, unit=name)
            continue
        if new.figures < old.figures:
            lost = old.figures - new.figures
            stand = last_stand(new) or ""
            code = "figures_lost_but_gun" if stand else "figures_lost"
            clause = "GW-UNIT-03" if stand else "GW-DIE-07"
            yield _event(code, clause, unit=name, lost=lost, left=new.figures, stand=stand)
        for figure in old.personnel[len(new.personnel) :]:
            yield _event("personnel_lost", "GW-UNIT-05", unit=name, figure=figure)
        if new.at != old.at:
            clause = "GW-MOVE-01" if new.hexes_moved > old.hexes_moved else "GW-FLAG-03"
            code = "moved_to" if clause == "GW-MOVE-01" else "retreats_to"
            yield _event(code, clause, unit=name, hex=named(after, new.at))
        if new.bogged and not old.bogged:
            yield _event("bogged", "GW-MOVE-07", unit=name)


def _hexes(before: State, after: State) -> Iterator[Event]:
    """Tokens that came, went or were turned over."""
    for here, site in after.sites.items():
        old = before.site(here).tokens
        for token in sorted(site.tokens - old):
            yield _event("token_came", "GW-RES-12", token=token.value, hex=named(after, here))
        for token in sorted(old - site.tokens):
            yield _event("token_gone", "GW-RES-12", token=token.value, hex=named(after, here))


def _gains(before: State, after: State, action: Action) -> Iterator[Event]:
    """HQ tokens spent and gained, and medals."""
    spent, clause = _spent(before, action)
    for side in Side:
        paid = spent if side is before.active else 0
        got = after.hq.get(side, 0) - before.hq.get(side, 0) + paid
        if paid:
            yield _event("tokens_spent", clause, side=side.value, tokens=paid)
        if got:
            gain = "GW-DIE-05" if isinstance(action, Battle | Bombard) else "GW-TURN-05"
            yield _event("tokens_gained", gain, side=side.value, tokens=got)
        medals = after.score(side) - before.score(side)
        if medals:
            code, total = "medals" if medals > 0 else "medals_lost", after.score(side)
            yield _event(code, "GW-VIC-01", side=side.value, medals=abs(medals), total=total)


def _spent(state: State, action: Action) -> tuple[int, str]:
    """HQ tokens that an action costs, and the clause that says so."""
    match action:
        case Bombard(_, tokens):
            return tokens, "GW-RES-05"
        case PlayCard(card):
            return state.field.cards[card].cost, "GW-TURN-06"
        case _:
            return 0, "GW-TURN-04"


def _end(before: State, after: State) -> Iterator[Event]:
    if after.winner is not None and before.winner is None:
        yield _event("wins", "GW-VIC-02", side=after.winner.value)


def _event(code: str, clause: str, **params: Datum) -> Event:
    return Event(code, clause, Record(**params))
