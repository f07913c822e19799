"""One small catalogue for each game that has any, written as army programs write them."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

Columns = Mapping[str, str]

_GUN = {"Lock": "3+", "Attacks": "D6+1", "Damage": "1", "Arc": "F(N)", "Special": "-"}
_SHIP = {
    "Scan": '6"',
    "Sig": '3"',
    "Thrust": '12"',
    "Hull": "4",
    "A": "5+",
    "PD": "4",
    "G": "2-4",
    "T": "L",
    "Special": "Atmospheric",
}
_RIFLE = {
    "M&F": "-",
    "Arc": "F/S",
    "R(F)": '24"',
    "R(C)": '24"',
    "Shots": "2",
    "Acc": "3+",
    "E": "10",
    "Special": "-",
}
_TANK = {"Move": '6"', "CM": "A", "A": "13", "DP": "2", "Type": "Skimmer", "Special": "Wide"}
_REGIMENT = {
    "Type": "Infantry",
    "Class": "Light",
    "M": "5",
    "V": "2",
    "C": "1",
    "A": "1",
    "W": "1",
    "R": "2",
    "D": "1",
    "E": "0",
    "Stands": "3",
    "Models on Stand": "4",
}
_UNIT = {"M": '6"', "T": "8", "Sv": "3+", "W": "8", "LD": "8+", "OC": "3", "InSv": "5+"}
_CLAW = {"Range": "Melee", "A": "4", "WS": "3+", "S": "6", "AP": "-2", "D": "1", "Keywords": "-"}


def catalogue_xml(game: str, game_id: str, profiles: Mapping[str, Columns]) -> str:
    """A game system with one unit called Kestrel; `profiles` are its columns by type."""
    types = "".join(
        f"<profileType id={quoteattr(kind)} name={quoteattr(kind)}><characteristicTypes>"
        + "".join(f"<characteristicType id={quoteattr(c)} name={quoteattr(c)}/>" for c in columns)
        + "</characteristicTypes></profileType>"
        for kind, columns in profiles.items()
    )
    inside = "".join(
        f"<profile id={quoteattr(f'p-{kind}')} name={quoteattr('Kestrel')}"
        f" typeId={quoteattr(kind)} typeName={quoteattr(kind)}><characteristics>"
        + "".join(
            f"<characteristic name={quoteattr(c)} typeId={quoteattr(c)}>{text}</characteristic>"
            for c, text in columns.items()
        )
        + "</characteristics></profile>"
        for kind, columns in profiles.items()
    )
    return (
        '<?xml version="1.0"?>'
        f"<gameSystem id={quoteattr(game_id)} name={quoteattr(game)}"
        ' xmlns="http://www.battlescribe.net/schema/gameSystemSchema">'
        f"<profileTypes>{types}</profileTypes><selectionEntries>"
        f'<selectionEntry id="e" name="Kestrel" type="unit"><profiles>{inside}</profiles>'
        "</selectionEntry></selectionEntries></gameSystem>"
    )


CATALOGUES: Mapping[str, str] = {
    "dropfleet": catalogue_xml(
        "Dropfleet Commander", "bb34-1413-3527-b957", {"Ship": _SHIP, "Weapon": _GUN}
    ),
    "dropzone": catalogue_xml("Dropzone Commander v2", "dz", {"Vehicle": _TANK, "Weapon": _RIFLE}),
    "conquest": catalogue_xml("Conquest", "cq", {"Regiment": _REGIMENT}),
    "wh40k": catalogue_xml(
        "Warhammer 40,000 11th Edition", "w", {"Unit": _UNIT, "Melee Weapons": _CLAW}
    ),
}
"""By the system that reads it."""
