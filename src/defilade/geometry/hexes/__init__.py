"""The hex grid: cubes, boards, exact lines, sight, movement and text, for any game on hexes.

Knows whole-number geometry and no game's word. What stands in a hex, what it costs and what it
blocks is given by the caller as sets, mappings and functions.
"""

from defilade.geometry.hexes.board import (
    Board,
    BoardError,
    Flip,
    ListingFaults,
    Naming,
)
from defilade.geometry.hexes.cube import (
    ORIGIN,
    Cube,
    Direction,
    direction_to,
    distance,
    neighbour,
    neighbours,
    patches,
    ring,
    spiral,
    within,
)
from defilade.geometry.hexes.field import AllSight, SightGrid
from defilade.geometry.hexes.fractional import Fractional
from defilade.geometry.hexes.layout import Layout, Pixel, Top
from defilade.geometry.hexes.line import (
    AlongEdge,
    AtCorner,
    Contact,
    Inside,
    Line,
    Side,
    line_between,
)
from defilade.geometry.hexes.motion import SYMMETRIES, Motion, Symmetry
from defilade.geometry.hexes.offset import Doubled, Offset, Shove
from defilade.geometry.hexes.reach import (
    Going,
    Path,
    Reach,
    Step,
    WaysOut,
    cheapest_path,
    entering,
    reach,
    ways_out,
)
from defilade.geometry.hexes.sight import (
    DEFAULT_POLICY,
    Block,
    EdgeRule,
    How,
    Sight,
    SightPolicy,
    sight,
)
from defilade.geometry.hexes.text import NO_HEX, HexText, HexTextError

__all__ = [
    "DEFAULT_POLICY",
    "NO_HEX",
    "ORIGIN",
    "SYMMETRIES",
    "AllSight",
    "AlongEdge",
    "AtCorner",
    "Block",
    "Board",
    "BoardError",
    "Contact",
    "Cube",
    "Direction",
    "Doubled",
    "EdgeRule",
    "Flip",
    "Fractional",
    "Going",
    "HexText",
    "HexTextError",
    "How",
    "Inside",
    "Layout",
    "Line",
    "ListingFaults",
    "Motion",
    "Naming",
    "Offset",
    "Path",
    "Pixel",
    "Reach",
    "Shove",
    "Side",
    "Sight",
    "SightGrid",
    "SightPolicy",
    "Step",
    "Symmetry",
    "Top",
    "WaysOut",
    "cheapest_path",
    "direction_to",
    "distance",
    "entering",
    "line_between",
    "neighbour",
    "neighbours",
    "patches",
    "reach",
    "ring",
    "sight",
    "spiral",
    "ways_out",
    "within",
]
