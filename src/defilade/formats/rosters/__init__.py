"""Army lists in every common form, read as one neutral army.

Knows forms of lists, names and numbers; never what a unit can do.
"""

from defilade.formats.rosters.read import read_roster

__all__ = ["read_roster"]
