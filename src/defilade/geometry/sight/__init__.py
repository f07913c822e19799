"""Exact sight between any parts of two bases, with witness, margin and proof.

Start with `look`. Knows shapes, lines and heights; must not know what a rule makes of them.
"""

from defilade.geometry.sight.answer import Aside, LaneBasis, Sight, Verdict, Witness
from defilade.geometry.sight.check import check
from defilade.geometry.sight.curves import facets
from defilade.geometry.sight.engine import is_open, look
from defilade.geometry.sight.faults import ProofFailed
from defilade.geometry.sight.order import in_order
from defilade.geometry.sight.scene import Obstacle, Scene, SceneFault, prepare
from defilade.geometry.sight.view import View, view_from

__all__ = [
    "Aside",
    "LaneBasis",
    "Obstacle",
    "ProofFailed",
    "Scene",
    "SceneFault",
    "Sight",
    "Verdict",
    "View",
    "Witness",
    "check",
    "facets",
    "in_order",
    "is_open",
    "look",
    "prepare",
    "view_from",
]
