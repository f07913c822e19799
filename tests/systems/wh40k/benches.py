"""Little tables for tests, in the vocabulary of cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.systems.wh40k.bench import Wh40kBench

BENCH = Wh40kBench()


def area(name: str, rect: list[float], *features: Mapping[str, Any]) -> dict[str, Any]:
    """A mat with features."""
    return {"id": name, "method": "mat", "rect": rect, "features": list(features)}


def wall(
    name: str, rect: list[float], top: float, cat: str = "dense", **more: Any
) -> dict[str, Any]:
    """A feature."""
    return {"id": name, "cat": cat, "rect": rect, "top": top, **more}


def unit(name: str, side: str, *at: tuple[float, ...], kw: str = "INFANTRY", **more: Any) -> Any:
    """A unit with a model at each spot, named after it: `A1`, `A2`."""
    models = [
        {"id": f"{name}{k}", "at": spot[:2], "z": spot[2] if len(spot) > 2 else 0.0}
        for k, spot in enumerate(at, 1)
    ]
    return {"id": name, "side": side, "kw": kw.split(), "r": 0.5, "models": models, **more}


def ask(given: Mapping[str, Any], **step: Any) -> Mapping[str, Any]:
    """The answer of one step."""
    return BENCH.step(BENCH.open({"given": given}), step)[1]


def sees(given: Mapping[str, Any], by: str, at: str, **more: Any) -> bool:
    """Whether one sees the other."""
    return bool(ask(given, query="visible", **{"from": by, "to": at}, **more)["visible"])
