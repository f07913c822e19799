"""Dropfleet Commander, firing: ranges, volleys, damage, orders, sectors."""

from defilade.systems.dropfleet.system import SYSTEM

__all__ = ["SYSTEM"]
