"""Everything wrong with a battle at once: each fault with its place in the file and its clause.

Knows what makes a battle playable; the words are in `wording`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from defilade.geometry.hexes import Board, Cube
from defilade.record import Datum, Record
from defilade.ruling import Reason
from defilade.systems.greatwar.actions import RESERVED
from defilade.systems.greatwar.battle import Battle
from defilade.systems.greatwar.book import Book, book_of
from defilade.systems.greatwar.build import (
    Stand,
    assembled,
    board_of,
    cells_of,
    drawn_at,
    place,
    sites_of,
    stands_of,
)
from defilade.systems.greatwar.ground import entry_reasons, placing_reasons, with_tokens
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.state import Site, State
from defilade.systems.greatwar.tables import POOL
from defilade.systems.greatwar.terms import Side, Terrain, Token
from defilade.systems.greatwar.textboard import Spot, TextBoard, TextBoardError
from defilade.table import Draft, Fault, Faults, Path, Severity, Table, judged

WATER, TOKENS, GROUND = "water_class", "token_placement", "ground_under_unit"
"""Faults that players may agree to overlook, by name."""


def check(draft: Draft[Battle], *, waive: Iterable[str] = ()) -> Table[State] | Faults[Battle]:
    """The table of a draft, or every fault of it."""
    battle = draft.battle
    early = tuple(_unbuildable(battle))
    if early:
        boardless = (*_tokens_and_cards(battle), *_reserves(battle), *_values(battle))
        return Faults(draft, (*early, *boardless))
    book = book_of(battle.defaults)
    board = board_of(battle, book)
    stands = stands_of(battle, board)
    faults = (
        *_hexes(battle, board),
        *_units(battle, book, board, stands),
        *_tokens_and_cards(battle),
        *_reserves(battle),
        *_goals(battle, board),
        *_values(battle),
    )
    state = assembled(battle, book, board)
    table = Table("greatwar", state, battle.options, waived=tuple(waive))
    return judged(draft, table, faults)


def _unbuildable(battle: Battle) -> Iterator[Fault]:
    """Faults that leave no board to look at the others on."""
    if battle.board.strip():
        try:
            TextBoard.parse(battle.board)
        except TextBoardError as error:
            for each in error.faults:
                told = Record(line=each.spot.line, found=each.found)
                yield Fault(f"board_{each.code}", _on_board(each.spot), told, "GW-MAP-02")
    for number, length in enumerate(battle.rows):
        if not 1 <= length <= 200:
            yield _fault("row_length", ("rows", number), "GW-MAP-02", given=length)
    if len(battle.rows) > 200:
        yield _fault("too_many_rows", ("rows",), "GW-MAP-02", given=len(battle.rows))
    given = battle.defaults
    if given.die_faces is not None and not given.die_faces:
        yield _fault("die_without_faces", ("defaults", "die_faces"), "GW-DIE-01")
    for number in given.artillery_template or ():
        if not 1 <= number <= 20:
            path = ("defaults", "artillery_template", number)
            yield _fault("template_number", path, "GW-RES-06", given=number)


def _on_board(spot: Spot | None) -> Path:
    """The path of a word of the text board."""
    return ("board",) if spot is None else ("board", spot.line, spot.column, spot.length)


def _hexes(battle: Battle, board: Board) -> Iterator[Fault]:
    """Faults of hexes: places, water without a class, tokens that may not lie together."""
    seen: dict[Cube, int] = {}
    for number, line in enumerate(battle.hexes):
        path: Path = ("hexes", number, "at")
        at = place(line.at, board)
        if at is None or at not in board:
            yield _fault("no_such_hex", path, "GW-MAP-01", hex=str(line.at))
        elif at in seen:
            yield _fault("hex_twice", path, "GW-MAP-01", hex=str(line.at))
        else:
            seen[at] = number
    drawn = drawn_at(battle)
    for here, site in sites_of(battle, board).items():
        if here in board:
            where: Path = ("hexes", seen[here]) if here in seen else _on_board(drawn.get(here))
            yield from _site(site, board.name(here), where, battle.options)


def _site(site: Site, name: str, path: Path, rules: HouseRules) -> Iterator[Fault]:
    if site.terrain is Terrain.WATERWAY and site.waterway is None:
        told = Record(hex=name)
        yield Fault("water_without_class", path, told, "GW-WAT-02", waiver=WATER)
    if {Token.BRIDGE, Token.DAMAGED_BRIDGE} <= site.tokens:
        yield _fault("two_bridges", path, "GW-DBR-01", hex=name)
    for token in sorted(site.tokens):
        others = with_tokens(site, site.tokens - {token})
        if token is Token.FORTIFIED_POSITION or token in (
            Token.BRIDGE, Token.DAMAGED_BRIDGE, Token.SHELL_CRATER, Token.MINE_CRATER
        ):  # fmt: skip
            for reason in _chief(placing_reasons(others, token, rules)):
                told = Record(hex=name, token=token.value) | reason.params
                yield Fault(reason.code, path, told, reason.clause, waiver=TOKENS)


def _chief(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Reasons to tell of one token: a ban named once, by its first reason."""
    return tuple({reason.code: reason for reason in reversed(reasons)}.values())


def _units(battle: Battle, book: Book, board: Board, stands: list[Stand]) -> Iterator[Fault]:
    """Faults of units: names, types, places, strength, ground they could not have entered."""
    numbers: dict[str, int] = {}
    for number, line in enumerate(battle.units):
        if line.id in numbers:
            yield _fault("unit_twice", ("units", number, "id"), "GW-UNIT-02", unit=line.id)
        numbers.setdefault(line.id, number)
    sites, taken, drawn = sites_of(battle, board), dict[Cube, str](), drawn_at(battle)
    yield from _drawn_twice(battle, drawn)
    for stand in stands:
        name = stand.line.id
        spot = None if stand.at is None else drawn.get(stand.at)
        path: Path = ("units", numbers[name]) if name in numbers else _on_board(spot)
        yield from _unit(stand, book, board, path)
        if stand.at is None or stand.at not in board:
            continue
        if stand.at in taken:
            yield _fault("hex_shared", path, "GW-UNIT-02", unit=name, other=taken[stand.at])
        taken.setdefault(stand.at, name)
        kind = book.kinds.get(stand.type or "")
        site = sites.get(stand.at, Site())
        if kind is not None and (bars := entry_reasons(site, kind, book)):
            told = Record(unit=name, hex=board.name(stand.at))
            broken = Token.DAMAGED_BRIDGE in site.tokens
            severity = Severity.WARNING if broken else Severity.ERROR
            yield Fault(
                "unit_on_barred_ground", path, told, bars[0].clause, severity, waiver=GROUND
            )


def _drawn_twice(battle: Battle, drawn: Mapping[Cube, Spot]) -> Iterator[Fault]:
    """A unit stands in one hex: later words of the text board with its name."""
    met: set[str] = set()
    for here, cell in cells_of(battle).items():
        if cell.unit is not None and cell.unit.name in met:
            yield _fault("unit_twice", _on_board(drawn[here]), "GW-UNIT-02", unit=cell.unit.name)
        met |= {cell.unit.name} if cell.unit is not None else set()


def _unit(stand: Stand, book: Book, board: Board, path: Path) -> Iterator[Fault]:
    name = stand.line.id
    if not name or name.split() != [name] or "," in name or name.lower() in RESERVED:
        yield _fault("unit_name", path, None, unit=name)
    if stand.side is None:
        yield _fault("unit_without_side", path, None, unit=name)
    if stand.type is None:
        yield Fault("unit_without_type", path, Record(unit=name, choices=tuple(book.kinds)))
    elif stand.type not in book.kinds:
        told = Record(unit=name, given=stand.type, choices=tuple(book.kinds))
        yield Fault("unknown_type", path, told)
    else:
        kind = book.kinds[stand.type]
        figures = kind.figures if stand.figures is None else stand.figures
        if not 1 <= figures <= kind.figures:
            told = Record(unit=name, figures=figures, most=kind.figures)
            yield Fault("unit_strength", path, told, "GW-DIE-07")
        if kind.close is None or kind.ranged is None:
            told = Record(type=kind.name)
            yield Fault("type_without_line", path, told, "GW-UNIT-06", Severity.WARNING)
    if stand.line.at is None and stand.at is None:
        yield _fault("unit_without_place", path, "GW-UNIT-02", unit=name)
    elif stand.at is None or stand.at not in board:
        given = stand.line.at if stand.at is None else f"{stand.at.q},{stand.at.r}"
        yield _fault("unit_off_board", path, "GW-MOVE-04", unit=name, hex=str(given))


def _tokens_and_cards(battle: Battle) -> Iterator[Fault]:
    """Faults of HQ tokens and combat cards."""
    for side, tokens in battle.hq.items():
        if tokens < 0:
            yield _fault("negative", ("hq", side.value), "GW-TURN-04", given=tokens)
    if sum(battle.hq.values()) > POOL:
        told = Record(given=sum(battle.hq.values()), pool=POOL)
        yield Fault("more_than_the_pool", ("hq",), told, "GW-TURN-04", Severity.WARNING)
    for side, hand in battle.hands.items():
        if len(hand) > battle.hand_limit:
            path: Path = ("hands", side.value)
            yield _fault("hand_too_large", path, "GW-TURN-06", most=battle.hand_limit)
        for number, card in enumerate(hand):
            if card not in battle.cards:
                told = Record(given=card, choices=tuple(battle.cards))
                yield Fault("unknown_card", ("hands", side.value, number), told, "GW-TURN-06")
    for name in battle.cards:
        if name.split() != [name]:
            yield _fault("card_name", ("cards", name), "GW-TURN-06", card=name)


def _reserves(battle: Battle) -> Iterator[Fault]:
    """Faults of reserve artillery."""
    sides: set[Side] = set()
    for number, line in enumerate(battle.reserves):
        if line.strength < 1:
            yield _fault(
                "reserve_strength",
                ("reserves", number, "strength"),
                "GW-RES-01",
                given=line.strength,
            )
        if line.side in sides:
            yield _fault(
                "reserve_twice", ("reserves", number, "side"), "GW-RES-01", side=line.side.value
            )
        sides.add(line.side)


def _goals(battle: Battle, board: Board) -> Iterator[Fault]:
    """Faults of medals and objectives."""
    if battle.medals_to_win is None:
        yield Fault("no_medals_to_win", (), clause="GW-VIC-02", severity=Severity.WARNING)
    for number, goal in enumerate(battle.objectives):
        at = place(goal.at, board)
        if at is None or at not in board:
            yield _fault("no_such_hex", ("objectives", number, "at"), "GW-MAP-01", hex=str(goal.at))


def _values(battle: Battle) -> Iterator[Fault]:
    """Numbers of the players' book that cannot be: dice, figures and hexes below nothing."""
    for name, values in battle.defaults.units.items():
        for each in fields(values):
            value = getattr(values, each.name)
            numbers = value if isinstance(value, tuple) else (value,)
            least = 1 if each.name == "figures" else 0
            wrong = [n for n in numbers if isinstance(n, int) and not least <= n <= 99]
            if wrong:
                path: Path = ("defaults", "units", name, each.name)
                yield _fault("number_out_of_bounds", path, "GW-UNIT-06", given=wrong[0])
    per_die = battle.defaults.artillery_battle_dice_per_die
    if per_die is not None and not 0 <= per_die <= 9:
        path = ("defaults", "artillery_battle_dice_per_die")
        yield _fault("number_out_of_bounds", path, "GW-RES-07", given=per_die)
    for name, hexes in (battle.defaults.retreat_hexes_per_flag or {}).items():
        if not 0 <= hexes <= 9:
            path = ("defaults", "retreat_hexes_per_flag", name)
            yield _fault("number_out_of_bounds", path, "GW-FLAG-02", given=hexes)


def _fault(code: str, path: Path, clause: str | None, **params: Datum) -> Fault:
    return Fault(code, path, Record(**params), clause)
