"""What a question about Dropfleet may say besides: orders supposed, legs, what lands."""

from __future__ import annotations

from defilade.ruling import Entry, Firing, Movement
from defilade.systems.dropfleet.terms import GroundKind, Lander, Order
from defilade.systems.protocol import Details

DETAILS: Details = {
    Firing: {"order": Order, "overcharged": (True, False), "forecast": (True,)},
    Movement: {"order": Order, "legs": None},
    Entry: {"lander": Lander, "kind": GroundKind},
}
