"""Energy spikes, Silent Running and Signature.

Knows the ladder silent - printed - Minor - Major and what may climb it; never what gave the
spike. Spike and Signature are open to everybody, so every answer may show them (DF-SPK-07).
"""

from __future__ import annotations

from dataclasses import replace

from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.condition import is_crippled
from defilade.systems.dropfleet.state import Ship
from defilade.systems.dropfleet.terms import Spike
from defilade.values import Inches

SPIKE_INCHES = {Spike.NONE: 0.0, Spike.MINOR: 6.0, Spike.MAJOR: 12.0}
"""What a spike adds to Signature (DF-SPK-02)."""


def signature(ship: Ship) -> Inches:
    """The current Signature: 0 when silent, else printed plus spike.

    DF-SPK-02, DF-SPK-05, DF-SPK-06, DF-SPK-09; of two printed values the larger counts
    while the shields are up (DF-RNG-09).
    """
    if ship.silent:
        return 0.0
    return printed_signature(ship) + SPIKE_INCHES[ship.spike]


def printed_signature(ship: Ship) -> Inches:
    """The Signature without spike, by shields (DF-RNG-09)."""
    profile = ship.profile
    if ship.shields_up and profile.signature_up is not None:
        return profile.signature_up
    return profile.signature


def gain(ship: Ship, spike: Spike) -> Ship:
    """The ship after something puts a spike on it (DF-SPK-01).

    Minor on Minor makes Major, more is lost (DF-SPK-03, DF-SPK-04); a silent ship only loses
    its silence, even with a Full Cloak (DF-SPK-09, faq); cloaks take none or no more than a
    Minor until crippled (DF-SPK-10); stations none at all (DF-SPK-11).
    """
    if spike is Spike.NONE or ship.is_station or ship.destroyed:
        return ship
    if ship.silent:
        return replace(ship, silent=False)
    cloaked = not is_crippled(ship)
    if cloaked and keywords.has(ship.profile, "full cloak"):
        return ship
    if cloaked and keywords.has(ship.profile, "partial cloak"):
        return replace(ship, spike=Spike.MINOR if ship.spike is Spike.NONE else ship.spike)
    if spike is Spike.MINOR and ship.spike is Spike.NONE:
        return replace(ship, spike=Spike.MINOR)
    return replace(ship, spike=Spike.MAJOR)


def would_gain(ship: Ship) -> bool:
    """Whether a Minor spike put on the ship now would leave it with more of a spike."""
    return gain(ship, Spike.MINOR).spike is not ship.spike


def drop_one(ship: Ship) -> Ship:
    """The ship after one Minor is taken off: Major becomes Minor (DF-SPK-08)."""
    lower = {Spike.MAJOR: Spike.MINOR, Spike.MINOR: Spike.NONE, Spike.NONE: Spike.NONE}
    return replace(ship, spike=lower[ship.spike])


def drop_all(ship: Ship) -> Ship:
    """The ship without any spike; its printed Signature is back (DF-SPK-05)."""
    return replace(ship, spike=Spike.NONE)
