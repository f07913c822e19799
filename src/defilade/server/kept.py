"""Battles being set up, remembered for a while by what is in them.

Knows texts and their digests; a client whose battle was forgotten sends it whole again.
"""

from __future__ import annotations

from collections import OrderedDict

from defilade.server.problems import trouble
from defilade.server.settings import Limits


class KeptBattles:
    """Texts of battles by name, the last ones used, within a number and a size."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.size = 0
        self._texts: OrderedDict[str, str] = OrderedDict()

    def keep(self, name: str, text: str) -> None:
        """Remember a text; those unused for longest are forgotten where there are too many."""
        self.size += len(text) - len(self._texts.pop(name, ""))
        self._texts[name] = text
        while len(self._texts) > self.limits.kept or self.size > self.limits.kept_characters:
            _, gone = self._texts.popitem(last=False)
            self.size -= len(gone)

    def text(self, name: str) -> str:
        """A text by its name, which counts as used; raises `Trouble` where it is forgotten."""
        found = self._texts.get(name)
        if found is None:
            raise trouble("unknown-battle")
        self._texts.move_to_end(name)
        return found
