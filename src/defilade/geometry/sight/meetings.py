"""Where the outlines of two ovals meet, all of them, however close together.

In the frame where one oval is the unit disc, the other's outline is a point that turns, and how
far it is from the rim is a wave of two frequencies. Its slope and bend are bounded, so a span is
cut until it surely has no root, or surely runs one way. Must not know what meets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from defilade.geometry.bases import Oval, from_unit_disc, to_unit_disc

__all__ = ["meetings"]

_SPANS = 8
_FINE = 1e-9
_BISECTIONS = 60


@dataclass(frozen=True, slots=True)
class _Wave:
    """c + a cos t + b sin t + p cos 2t + q sin 2t, with bounds of its slope and bend."""

    c: float
    a: float
    b: float
    p: float
    q: float

    def level(self, t: float) -> float:
        x, y = math.cos(t), math.sin(t)
        return self.c + self.a * x + self.b * y + self.p * (x * x - y * y) + self.q * 2.0 * x * y

    def slope(self, t: float) -> float:
        x, y = math.cos(t), math.sin(t)
        return self.b * x - self.a * y + 2.0 * (self.q * (x * x - y * y) - self.p * 2.0 * x * y)

    @property
    def steepest(self) -> float:
        return math.hypot(self.a, self.b) + 2.0 * math.hypot(self.p, self.q)

    @property
    def sharpest(self) -> float:
        return math.hypot(self.a, self.b) + 4.0 * math.hypot(self.p, self.q)


def meetings(curve: Oval, other: Oval) -> list[float]:
    """The turns of `curve`, in its unit disc, at which its outline passes that of `other`.

    Where they only touch there may be two, one or none, closer together than a touch is wide.
    """
    wave = _wave(curve, other)
    step = math.tau / _SPANS
    found: list[float] = []
    for k in range(_SPANS):
        _search(wave, (k * step, (k + 1) * step), found)
    return found


def _wave(curve: Oval, other: Oval) -> _Wave:
    mx, my = to_unit_disc(other, curve.centre)
    (ux, uy), (vx, vy) = (
        (x - mx, y - my)
        for x, y in (
            to_unit_disc(other, from_unit_disc(curve, tip)) for tip in ((1.0, 0.0), (0.0, 1.0))
        )
    )
    first, second = ux * ux + uy * uy, vx * vx + vy * vy
    return _Wave(
        mx * mx + my * my - 1.0 + (first + second) / 2.0,
        2.0 * (mx * ux + my * uy),
        2.0 * (mx * vx + my * vy),
        (first - second) / 2.0,
        ux * vx + uy * vy,
    )


def _search(wave: _Wave, span: tuple[float, float], found: list[float]) -> None:
    low, high = span
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    if abs(wave.level(middle)) > wave.steepest * half:
        return
    if abs(wave.slope(middle)) <= wave.sharpest * half and half > _FINE:
        _search(wave, (low, middle), found)
        _search(wave, (middle, high), found)
    elif (wave.level(low) > 0.0) != (wave.level(high) > 0.0):
        found.append(_root(wave, span))


def _root(wave: _Wave, span: tuple[float, float]) -> float:
    low, high = span
    below = wave.level(low) > 0.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        if (wave.level(middle) > 0.0) == below:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
