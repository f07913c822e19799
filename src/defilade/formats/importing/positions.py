"""A save of a virtual table to edits that put the pieces of a battle where they stand in it.

Knows names and places; a thing that has no name on the battle's table is told and left.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from defilade.formats.battle import Unread
from defilade.formats.importing.armies import footprints
from defilade.formats.importing.outcome import Imported, Kind
from defilade.formats.importing.sorting import Sorted
from defilade.formats.kdc40 import read_bases
from defilade.formats.tts import FRAME, Frame, Known, Save, read_save
from defilade.record import Record
from defilade.table import Finding, Piece, Scene
from defilade.table.army import Bases, slug

_NUMBERED = re.compile(r"(.*?) \d+\Z")


def positions(found: Sorted, scene: Scene | None, system: str) -> Imported | Unread:
    """Where the battle's pieces stand in a save; without a battle, only what was noticed."""
    bases = read_bases(found.bases) if found.bases else Bases(())
    if isinstance(bases, Unread):
        return bases
    standing = _Standing(scene)
    edits: list[dict[str, Any]] = []
    findings: list[Finding] = []
    titles: list[str] = []
    for name, data in found.saves.items():
        known = {**footprints(bases), **standing.known()}
        save = read_save(name, data, known, frame=_frame(scene))
        if isinstance(save, Unread):
            return save
        titles.append(save.title or name)
        findings += save.findings
        edits += standing.placed(save, name, findings)
    if scene is None:
        findings.insert(0, Finding("positions.no_battle", titles[0], Record(), lost=True))
    made = None if scene is None else tuple(edits)
    label = ", ".join(titles)
    return Imported(Kind.POSITIONS, label, system, edits=made, findings=tuple(findings))


def _frame(scene: Scene | None) -> Frame:
    if scene is None:
        return FRAME
    return Frame((scene.high[0] - scene.low[0], scene.high[1] - scene.low[1]))


class _Standing:
    """The pieces of a battle that a save may name: by themselves, or by their unit in turn."""

    def __init__(self, scene: Scene | None) -> None:
        self.low = scene.low if scene is not None else (0.0, 0.0)
        self.pieces: dict[str, Piece] = {}
        self.waiting: dict[str, list[str]] = defaultdict(list)
        for piece in scene.pieces if scene is not None else ():
            self.pieces[slug(piece.id)] = piece
            self.waiting[slug(piece.unit)].append(piece.id)

    def known(self) -> dict[str, Known]:
        """What each name is, for reading a save."""
        found = {}
        for piece in self.pieces.values():
            for name in (piece.id, piece.unit):
                if name:
                    found[name] = Known(piece.footprint, piece.height, piece.side)
        return found

    def placed(self, save: Save, name: str, findings: list[Finding]) -> Iterator[dict[str, Any]]:
        """An edit for each piece of the save that is one of the battle's."""
        exact = [self._exact(piece.id) for piece in save.pieces]
        for piece, known in zip(save.pieces, exact, strict=True):
            own = known or self._next(piece.id)
            if own is None:
                findings.append(
                    Finding("piece.not_in_battle", name, Record(name=piece.id), lost=True)
                )
                continue
            x, y = piece.position[0] + self.low[0], piece.position[1] + self.low[1]
            at = [round(x, 3), round(y, 3)]
            facing = None if piece.facing is None else round(piece.facing, 1)
            yield {"do": "place", "id": own, "to": at, "facing": facing}

    def _exact(self, name: str) -> str | None:
        """The piece that has the very name, if it was not placed before."""
        piece = self.pieces.get(slug(name))
        if piece is None or piece.id not in self.waiting[slug(piece.unit)]:
            return None
        self.waiting[slug(piece.unit)].remove(piece.id)
        return piece.id

    def _next(self, name: str) -> str | None:
        """The next model of the unit that a thing is named like; the number that reading put
        behind a name used before is no part of it."""
        numbered = _NUMBERED.match(name)
        for called in (name, numbered[1] if numbered else name):
            listed = self.waiting.get(slug(called))
            if listed:
                return listed.pop(0)
        return None
