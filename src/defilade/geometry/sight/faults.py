"""The bug that sight may surface: an answer, or a search for one, that does not stand up.

Knows the exception and how many steps a search may take. Must not know what is searched.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["STEPS", "STEPS_EACH", "ProofFailed", "steps"]

STEPS, STEPS_EACH = 2000, 200
"""How many steps a turn may take, and how many more for each piece: far more than any needs."""


class ProofFailed(AssertionError):
    """An answer does not stand up to its own proof, or none was reached: a bug, never an answer."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """Keep the codes of what failed."""
        self.faults = faults
        super().__init__(", ".join(faults))


def steps(limit: int, doing: str) -> Iterator[int]:
    """Numbers to count a loop by. Raises ProofFailed with what was being done at the limit.

    >>> list(zip("ab", steps(2, "waiting")))
    [('a', 0), ('b', 1)]
    """
    yield from range(limit)
    raise ProofFailed((f"{doing}.does_not_end",))
