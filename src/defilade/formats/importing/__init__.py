"""Files of other programs, and our own, to a battle, to choices or to edits of a battle.

Knows how to tell such files apart and what goes together; each is read by its own module.
Nothing in a file is run or followed.
"""

from defilade.formats.importing.imported import Given, imported
from defilade.formats.importing.outcome import Choice, Imported, Kind, WrongGame

__all__ = ["Choice", "Given", "Imported", "Kind", "WrongGame", "imported"]
