"""Army catalogues and rosters of BattleScribe and New Recruit, read as neutral catalogues.

Knows the files' vocabulary (profiles, entries, links); never what a column means. Nothing
in a file is run, followed out of the files given, or evaluated.
"""

from defilade.formats.battlescribe.read import read_catalogue
from defilade.formats.battlescribe.wording import finding_line

__all__ = ["finding_line", "read_catalogue"]
