"""What a question about Warhammer 40,000 may say besides: legs, flight, kinds of
moves, ways to look for, how a unit shoots."""

from __future__ import annotations

from defilade.ruling import Firing, Movement
from defilade.systems.protocol import Details
from defilade.systems.wh40k.terms import Shooting

DETAILS: Details = {
    Movement: {
        "legs": None,
        "fly": (True, False),
        "shortest": (True, False),
        "reach": (True, False),
        "kind": ("normal", "advance", "fall_back", "charge"),
        "roll": None,
        "height": None,
        "targets": None,
        "stride": (True, False),
        "escape": (True, False),
    },
    Firing: {"shooting": Shooting},
}
