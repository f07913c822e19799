"""What stands where, for drawing: the board, hexes by kind with their tokens, units.

Knows how to say a state neutrally; never what anything means.
"""

from __future__ import annotations

from collections.abc import Mapping

from defilade.geometry.hexes import Cube
from defilade.ruling import Point
from defilade.systems.greatwar.ground import blocks, ground_of, is_high, protecting
from defilade.systems.greatwar.protection import flags_text
from defilade.systems.greatwar.sight import named
from defilade.systems.greatwar.state import PLAIN, Site, State, Unit
from defilade.systems.greatwar.tables import FIGURES_LAST
from defilade.systems.greatwar.terms import Ground, Token
from defilade.systems.greatwar.textboard import Cell, Mark, TextBoard
from defilade.table import Ground as Drawn
from defilade.table import HexCell, Piece, Scene

KINDS: Mapping[str, str] = {
    "infantry": "INF",
    "machine_gun": "MG",
    "mortar": "MOR",
    "field_artillery": "ART",
    "mark_iv_male": "MK4 M",
    "mark_iv_female": "MK4 F",
    "a7v": "A7V",
}
"""Short words for types of unit, as labels."""

_REMARKS = (
    "2/1 in a hex: in ranged combat units there ignore 2 soldier symbols and may ignore 1 flag.",
    "Dots below a unit: figures left and lost.",
)


def scene_of(state: State) -> Scene:
    """The scene of a state, in axial hexes."""
    low, high = _corners(state)
    return Scene(
        title=state.field.title or "The Great War",
        low=low,
        high=high,
        pieces=tuple(_piece(unit) for unit in state.units.values()),
        grounds=tuple(
            ground_of_hex(state, here, site) for here, site in state.sites.items() if tells(site)
        ),
        hexes=True,
        places=tuple(
            ((float(here.q), float(here.r)), named(state, here)) for here in state.field.board or ()
        ),
        remarks=_REMARKS,
    )


def tells(site: Site) -> bool:
    """Whether a hex is shown as a ground: it is not plain countryside."""
    return bool(site.tokens) or ground_of(site) is not Ground.COUNTRYSIDE


def _corners(state: State) -> tuple[Point, Point]:
    """Opposite corners of the board as drawn: the box of all its rows, in axial terms."""
    board = state.field.board
    hexes = list(board) if board is not None else [*state.sites, *_places(state)]
    hexes = hexes or [Cube.axial(0, 0)]
    left = min(here.q - here.s for here in hexes)
    right = max(here.q - here.s for here in hexes)
    top, bottom = min(here.r for here in hexes), max(here.r for here in hexes)
    return ((left - top) / 2, float(top)), ((right - bottom) / 2, float(bottom))


def _places(state: State) -> list[Cube]:
    return [unit.at for unit in state.units.values()]


def _piece(unit: Unit) -> Piece:
    notes = [KINDS.get(unit.kind.name, unit.kind.name), f"{unit.figures}/{unit.kind.figures}"]
    notes += unit.personnel
    notes += [word for word, so in (("ordered", unit.ordered), ("bogged", unit.bogged)) if so]
    at = (float(unit.at.q), float(unit.at.r))
    return Piece(
        unit.id,
        unit.side.value,
        at,
        HexCell(),
        notes=tuple(notes),
        kind=notes[0],
        strength=(unit.figures, unit.kind.figures),
    )


def ground_of_hex(state: State, here: Cube, site: Site) -> Drawn:
    """One hex: its kind first, then tokens and what it protects from in ranged combat.

    The label says what a player wants to see at a glance: `trench+FP 3/3 B5`.
    """
    row = state.book.rows[protecting(site)]
    fp = int(Token.FORTIFIED_POSITION in site.tokens)
    symbols, flags = row.symbols + fp, row.flags + fp
    kind = kind_of(site)
    label = kind + ("+FP" if fp else "")
    tags = [kind, *sorted(_words(token) for token in site.tokens if _words(token) != kind)]
    protects = f"{symbols}/{flags_text(flags)}" if symbols or flags else ""
    if protects:
        label += f" {protects}"
        tags.append(f"S{symbols}, Fl {flags_text(flags)}")
    if any(goal.at == here for goal in state.field.objectives):
        tags.append("objective")
    return Drawn(
        f"{label} {named(state, here)}",
        ((float(here.q), float(here.r)),),
        tuple(tags),
        opaque=blocks(site, state.book) or is_high(site),
        look="deep water" if kind == Ground.IMPASSABLE.value else "",
        label=protects,
    )


def kind_of(site: Site) -> str:
    """The one word or two for a hex on a picture; wire and wrecks come before plain ground."""
    for token in (Token.DAMAGED_BRIDGE, Token.WIRE):
        if token in site.tokens and ground_of(site) in (Ground.FORDABLE, Ground.COUNTRYSIDE):
            return _words(token)
    ground = ground_of(site)
    cratered = Token.SHELL_CRATER in site.tokens and ground in (Ground.FOREST, Ground.HILL)
    return ("shelled " if cratered else "") + _words(ground)


def _words(word: Ground | Token) -> str:
    return "ford" if word is Ground.FORDABLE else word.value.replace("_", " ")


def text_board(state: State) -> TextBoard:
    """The state drawn as text, with units by name; `build` reads it back as the same field."""
    board = state.field.board
    hexes = list(board) if board is not None else sorted({*state.sites, *_places(state)})
    units = {unit.at: unit for unit in state.units.values()}
    return TextBoard.of({here: _cell(state.site(here), units.get(here)) for here in hexes})


def _cell(site: Site, unit: Unit | None) -> Cell:
    mark = None
    if unit is not None:
        full = unit.figures == unit.kind.figures
        mark = Mark(unit.side, unit.id, None if full else unit.figures)
    if site == PLAIN:
        return Cell(unit=mark)
    return Cell(site.terrain, site.waterway, site.tokens, mark)


def last_stand(unit: Unit) -> str | None:
    """The stand of a unit that is removed last (GW-UNIT-03), where it has one."""
    return FIGURES_LAST.get(unit.kind.name)
