"""What a question about The Great War may say besides: the kind of combat, leaving the field."""

from __future__ import annotations

from defilade.ruling import Cover, Firing, Movement
from defilade.systems.greatwar.terms import Combat
from defilade.systems.protocol import Details

TEMPLATE_DICE = range(1, 31)
"""Targeting dice that may be On Target in a hex: no pool of HQ tokens buys more."""

_ATTACK = {"combat": Combat, "on_target": TEMPLATE_DICE, "flame_thrower": (True, False)}

DETAILS: Details = {Cover: _ATTACK, Firing: _ATTACK, Movement: {"off": (True, False)}}
