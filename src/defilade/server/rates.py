"""How often somebody may ask: a bucket of tokens for each client and purpose.

Knows time and counts; who a client is, and what for, is said by whoever asks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from defilade.server.settings import Rate


class Rates:
    """The buckets of the clients seen last. The oldest is forgotten where there are too many."""

    def __init__(self, most: int, *, now: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, client: str, purpose: str, rate: Rate) -> float:
        """0 if it may go ahead, which counts; else the seconds until it may.

        >>> rates = Rates(10, now=lambda: 0.0)
        >>> [rates.wait("a", "read", Rate(2.0, 1)) for _ in range(2)]
        [0.0, 0.5]
        """
        now = self._now()
        tokens, seen = self._buckets.pop((client, purpose), (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + (now - seen) * rate.per_second)
        allowed = tokens >= 1.0
        self._buckets[client, purpose] = (tokens - 1.0 if allowed else tokens, now)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1.0 - tokens) / rate.per_second
