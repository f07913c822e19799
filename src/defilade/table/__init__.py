"""What stands where: drafts, tables, faults and neutral scenes.

Knows footprints, positions and places in a text; never what a tag means, no verdicts.
"""

from defilade.table.catalogue import (
    Adoption,
    Catalogue,
    CatalogueEntry,
    Finding,
    Profile,
    WrongEdition,
)
from defilade.table.draft import Draft, Faults, Table, judged
from defilade.table.faults import Fault, Path, Place, Severity, Source
from defilade.table.scene import (
    Ellipse,
    Footprint,
    Ground,
    HexCell,
    Piece,
    Round,
    Scene,
    Shaped,
    Trim,
)

__all__ = [
    "Adoption",
    "Catalogue",
    "CatalogueEntry",
    "Draft",
    "Ellipse",
    "Fault",
    "Faults",
    "Finding",
    "Footprint",
    "Ground",
    "HexCell",
    "Path",
    "Piece",
    "Place",
    "Profile",
    "Round",
    "Scene",
    "Severity",
    "Shaped",
    "Source",
    "Table",
    "Trim",
    "WrongEdition",
    "judged",
]
