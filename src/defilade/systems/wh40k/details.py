"""What a question about Warhammer 40,000 may say besides: legs, flight, how a unit shoots."""

from __future__ import annotations

from defilade.ruling import Firing, Movement
from defilade.systems.protocol import Details
from defilade.systems.wh40k.terms import Shooting

DETAILS: Details = {
    Movement: {"legs": None, "fly": (True, False)},
    Firing: {"shooting": Shooting},
}
