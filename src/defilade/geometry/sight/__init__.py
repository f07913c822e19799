"""Exact sight between any parts of two bases, with witness, margin and proof.

Start with `look`. Knows shapes, lines and heights; must not know what a rule makes of them.
"""

from defilade.geometry.sight.answer import Aside, Sight, Verdict, Witness
from defilade.geometry.sight.check import ProofFailed, check
from defilade.geometry.sight.engine import is_open, look
from defilade.geometry.sight.order import in_order
from defilade.geometry.sight.scene import Obstacle, Scene, SceneFault, prepare

__all__ = [
    "Aside",
    "Obstacle",
    "ProofFailed",
    "Scene",
    "SceneFault",
    "Sight",
    "Verdict",
    "Witness",
    "check",
    "in_order",
    "is_open",
    "look",
    "prepare",
]
