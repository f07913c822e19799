"""Queries of worked cases about terrain, distance, sight, hiding and cover.

Knows the words of cases; the answers come from the chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defilade.systems.wh40k.bench_state import Bench, Given, model_from
from defilade.systems.wh40k.build import ability
from defilade.systems.wh40k.cover import cover, plunging
from defilade.systems.wh40k.hiding import detection, hidden
from defilade.systems.wh40k.measuring import (
    across,
    apart,
    engaged,
    in_contact,
    stray,
    up,
    wholly_within_area,
    within_area,
)
from defilade.systems.wh40k.presets import preset
from defilade.systems.wh40k.sight import fully_visible, see, undetected
from defilade.systems.wh40k.state import Model
from defilade.systems.wh40k.terrain import categories, obscuring, shelters

Answer = Mapping[str, Any]
Query = Callable[[Bench, Given], Answer]


def models(bench: Bench, name: str) -> tuple[Model, ...]:
    """A model by name, or all of a unit. Raises `ValueError` for a name nobody bears."""
    if name in bench.state.models:
        return (bench.state.models[name],)
    if name in bench.state.units:
        return bench.state.alive(name)
    raise ValueError(f"no model or unit {name!r}")


def model(bench: Bench, name: str) -> Model:
    """One model by name, or the only one of a unit."""
    return models(bench, name)[0]


def area_properties(bench: Bench, step: Given) -> Answer:
    """What an area is (WH-AREA-03, WH-OBS-01, WH-HID-01)."""
    area = bench.state.areas[step["area"]]
    xs, ys = [x for x, _ in area.outline], [y for _, y in area.outline]
    return {
        "outline": [min(xs), min(ys), max(xs), max(ys)],
        "obscuring": obscuring(area),
        "shelters": shelters(area, bench.rules),
        "categories": sorted(str(one) for one in categories(area)),
        "method": str(area.method),
        "agreed_by": str(area.agreed_by),
    }


def preset_category(_bench: Bench, step: Given) -> Answer:
    """Categories of common features (WH-CAT-02)."""
    names = step["names"] if "names" in step else [step["name"]]
    found = {}
    for name in names:
        known = preset(str(name))
        if known is None:
            raise ValueError(f"no preset {name!r}")
        found[str(name)] = str(known.cat)
    return found


def within_area_(bench: Bench, step: Given) -> Answer:
    """Within an area; a unit when any of its models is (WH-MEAS-04)."""
    area = bench.state.areas[step["area"]]
    found = models(bench, step.get("model") or step["unit"])
    return {"within": any(within_area(one, area, bench.rules) for one in found)}


def wholly_(bench: Bench, step: Given) -> Answer:
    """Wholly within an area; a unit when all of its models are (WH-MEAS-04)."""
    area = bench.state.areas[step["area"]]
    found = models(bench, step.get("model") or step["unit"])
    return {"wholly_within": all(wholly_within_area(one, area) for one in found)}


def distance_(bench: Bench, step: Given) -> Answer:
    """Distances between models or units (WH-MEAS-02, WH-MEAS-05)."""
    pairs = [
        (a, b)
        for a in models(bench, step.get("a") or step["from"])
        for b in models(bench, step.get("b") or step["to"])
    ]
    a, b = min(pairs, key=lambda pair: apart(pair[0], pair[1], bench.rules))
    return {
        "distance": apart(a, b, bench.rules),
        "horizontal": across(a, b),
        "vertical": up(a, b),
        "contact": in_contact(a, b),
    }


def engaged_(bench: Bench, step: Given) -> Answer:
    """Engagement of models or units (WH-ENG-01)."""
    pairs = [(a, b) for a in models(bench, step["a"]) for b in models(bench, step["b"])]
    return {"engaged": any(engaged(a, b) for a, b in pairs)}


def visible(bench: Bench, step: Given) -> Answer:
    """Visibility of a model, or of a unit to a model or unit (WH-VIS-03)."""
    pairs = [(a, b) for a in models(bench, step["from"]) for b in models(bench, step["to"])]
    found = [see(bench.state, bench.rules, a, b) for a, b in pairs]
    best = next((one for one in found if one.visible), found[0])
    answer: dict[str, Any] = {"visible": best.visible, "mixed": best.mixed}
    if not best.visible:
        answer["by"] = best.clause
    if best.limit is not None:
        answer |= {"limit": best.limit, "distance": best.distance}
    return answer


def fully_visible_(bench: Bench, step: Given) -> Answer:
    """Full visibility of a model or a whole unit (WH-VIS-03, WH-VIS-04)."""
    pairs = [(a, b) for a in models(bench, step["from"]) for b in models(bench, step["to"])]
    answer = all(fully_visible(bench.state, bench.rules, a, b) for a, b in pairs)
    return {"fully_visible": answer}


def hidden_(bench: Bench, step: Given) -> Answer:
    """Whether a model is hidden; of a unit, whether all of it is (WH-HID-01, WH-HID-02)."""
    found = [
        hidden(bench.state, bench.rules, one)
        for one in models(bench, step.get("model") or step["unit"])
    ]
    return {"hidden": all(found), "any_hidden": any(found)}


def detection_range(bench: Bench, step: Given) -> Answer:
    """A detection range after modifiers, or from one attacker (WH-HID-06, WH-HID-07)."""
    one = model(bench, step["model"])
    shift = [float(value) for value in step.get("modifiers", ())]
    if "from" in step or "attacker" in step:
        from defilade.systems.wh40k.hiding import gone_to_ground

        by = model(bench, step.get("from") or step["attacker"])
        if gone_to_ground(bench.state, bench.rules, by, one):
            shift.append(-3.0)
    return {"range": detection(bench.rules, one, shift)}


def cover_(bench: Bench, step: Given) -> Answer:
    """The benefit of cover from one attacker, or from each of a unit (WH-COV-01, WH-COV-07)."""
    given = [ability(str(one)) for one in step.get("weapon_abilities", ())]
    ignored = any(one is not None and one.name == "IGNORES COVER" for one in given)
    granted = next((key for key in ("indirect", "smokescreen", "smoke") if step.get(key)), None)
    found = [
        cover(bench.state, bench.rules, by, step["target"], granted=granted, ignored=ignored)
        for by in models(bench, step["attacker"])
    ]
    first = found[0]
    answer: dict[str, Any] = {"cover": all(one.covered for one in found)}
    answer["models"] = {one.model: one.why is not one.why.OPEN for one in first.models}
    if first.spoiler is not None:
        answer["spoiled_by"] = first.spoiler.model
    return answer


def plunging_(bench: Bench, step: Given) -> Answer:
    """Plunging fire of a model at a unit (WH-PLG-01)."""
    by = model(bench, step["attacker"])
    seen = bool(step.get("visible", True))
    return {"plunging": plunging(bench.state, bench.rules, by, step["target"], visible=seen)}


def obscuring_(bench: Bench, step: Given) -> Answer:
    """Whether an area is obscuring; for two models, whether it counts between them (WH-OBS-07)."""
    if "from" in step:
        from defilade.systems.wh40k.blockers import counted_areas

        a, b = model(bench, step["from"]), model(bench, step["to"])
        counted = list(counted_areas(bench.state, bench.rules, a, b))
        return {"counted": counted, "obscuring": bool(counted)}
    return {"obscuring": obscuring(bench.state.areas[step["area"]])}


def coherency(bench: Bench, step: Given) -> Answer:
    """Coherency of a unit, or of bases at points (WH-COH-01)."""
    if "unit" in step:
        found = bench.state.alive(step["unit"])
    else:
        found = tuple(
            model_from(
                {
                    "id": str(k),
                    "at": point[:2],
                    "r": step.get("r", 0.5),
                    "z": point[2] if len(point) > 2 else 0.0,
                },
                "U",
                {},
            )
            for k, point in enumerate(step["models"])
        )
    out = stray(found)
    if out is None:
        return {"coherent": True}
    return {"coherent": False, "by": "WH-COH-01", "model": out[0].id, "too_far": out[1]}


def lone(bench: Bench, step: Given) -> Answer:
    """Whether two models are beyond each other's rules of detection (WH-VIS-08)."""
    found = undetected(
        bench.state, bench.rules, model(bench, step["from"]), model(bench, step["to"])
    )
    return {"detected": found is None} | ({} if found is None else {"by": found.clause})


QUERIES: Mapping[str, Query] = {
    "area_properties": area_properties,
    "preset_category": preset_category,
    "within_area": within_area_,
    "wholly_within_area": wholly_,
    "distance": distance_,
    "engaged": engaged_,
    "visible": visible,
    "fully_visible": fully_visible_,
    "hidden": hidden_,
    "detection_range": detection_range,
    "detected": lone,
    "cover": cover_,
    "plunging": plunging_,
    "obscuring": obscuring_,
    "coherency": coherency,
}
