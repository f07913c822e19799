"""Pictures: boards with the geometry of a ruling, and odds, as SVG, PNG and lines of text.

Knows Scene, Fact, Odds and Sampled; never rules, files or a terminal.

    from defilade.drawing import Series, board_svg, odds_svg
"""

from defilade.drawing.board import board_svg
from defilade.drawing.chances import Distribution, Series, percent, statement, summary
from defilade.drawing.notebook import facts_svg, one_svg
from defilade.drawing.odds import odds_svg
from defilade.drawing.png import PngUnavailable, png
from defilade.drawing.setting import setting_svg
from defilade.drawing.shade import Shade
from defilade.drawing.terminal import odds_text

__all__ = [
    "Distribution",
    "PngUnavailable",
    "Series",
    "Shade",
    "board_svg",
    "facts_svg",
    "odds_svg",
    "odds_text",
    "one_svg",
    "percent",
    "png",
    "setting_svg",
    "statement",
    "summary",
]
