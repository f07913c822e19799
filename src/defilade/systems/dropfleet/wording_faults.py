"""The sentence for each fault of a battle file that this system finds, saying what mends it.

Knows codes; the braces are filled with the params of the fault.
"""

FAULTS: dict[str, str] = {}
"""Faults by code."""
