"""The words for what is noticed in layouts, army lists and saves, and for faults of layouts.

Knows codes and their params, English, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from defilade.formats.report import visible
from defilade.record import Record
from defilade.table import Fault, Finding


def told(finding: Finding) -> str | None:
    """What was noticed, as a sentence without its place; None for codes of others."""
    wording = FINDINGS.get(finding.code)
    return None if wording is None else visible(wording(finding.params))


class LayoutWording:
    """The words for faults of layouts, as `formats.report` asks for them."""

    def fault(self, fault: Fault) -> str:
        """One fault as a sentence; its bare code where nobody has words for it."""
        wording = FAULTS.get(fault.code.removeprefix("layout."))
        return fault.code if wording is None else wording(fault.params)


def _unfit(params: Record) -> str:
    return f"`{params['given']}` stands where a {params['wanted']} should"


def _choice(params: Record) -> str:
    choices = params["choices"]
    words = ", ".join(map(str, choices)) if isinstance(choices, tuple) else str(choices)
    return f"`{params['given']}` is none of {words}"


def _off_its_area(params: Record) -> str:
    stands = params.get("stands_on")
    where = f"on {stands}" if stands else "on no area"
    return f"{params['piece']} is said to stand on {params['area']}, but stands {where}"


def _pattern(params: Record) -> str:
    given = params.get("given")
    instead = f"{given} was given" if given else "it is not here"
    return f"the layout is for the deployment map {params['wanted']}; {instead}"


def _twice(params: Record) -> str:
    name = params.get("name", params["id"])
    whose = f", for `{name}`" if name != params["id"] else ""
    return f"the id {params['id']} is used again{whose}"


FINDINGS: Mapping[str, Callable[[Record], str]] = {
    "army.left_over": lambda p: f"a battle has two armies; `{p['name']}` is one too many",
    "asset.unknown": lambda p: f"`{p['name']}` is of a class that is not read: {p['kind']}",
    "asset.unreadable": lambda _: "this is no asset",
    "bag.not_placed": lambda p: f"{p['number']} things in `{p['name']}` are not on the table",
    "base.stand_in": lambda p: (
        f"the base of {p['unit']} is not known; {p['number']} mm, round, stands in for it"
    ),
    "base.unmeasured": lambda p: f"the base of {p['unit']} has no size ({p['shape']})",
    "enhancement.unknown": lambda p: f"it is not known whose enhancement this is: {p['text']}",
    "feature.off_its_area": _off_its_area,
    "gear.run_together": lambda p: f"`{p['text']}` is read as {p['read']}",
    "id.twice": _twice,
    "key.missing": lambda p: f"the key `{p['name']}` is missing",
    "key.unknown": lambda p: f"`{p['key']}` is not a key that is read here",
    "layout.unknown": lambda _: "there is no layout of that id",
    "line.unknown": lambda p: f"this line is not understood: {p['text']}",
    "list.empty": lambda _: "there are no units in it",
    "log.not_played": lambda p: (
        f"the battle is as it was before the {p['number']} entries of the log"
    ),
    "model.in_model": lambda p: f"`{p['name']}` contains other models; they are counted too",
    "models.differ": lambda p: f"{p['said']} models are said, {p['listed']} are listed",
    "number.odd": lambda p: f"`{p['name']}`: the number {p['number']} is read as {p['assumed']}",
    "parent.nested": lambda p: f"{p['parent']} stands on another area itself",
    "parent.unknown": lambda p: f"there is no piece {p['parent']} to stand on",
    "pattern.other": _pattern,
    "piece.not_in_battle": lambda p: f"`{p['name']}` is in the save, but not in the battle",
    "piece.off_board": lambda p: f"`{p['name']}` lies off the table",
    "piece.same_id": lambda p: f"two pieces have the id {p['id']}",
    "piece.tilted": lambda p: f"`{p['name']}` lies on its side",
    "piece.unknown": lambda p: f"nothing is known of `{p['name']}` ({p['kind']})",
    "piece.unnamed": lambda p: f"a thing without a name ({p['kind']})",
    "piece.unreadable": lambda _: "this has no place on a table",
    "positions.no_battle": lambda _: "a save says where pieces stand; first open their battle",
    "script.ignored": lambda p: f"{p['number']} scripts are not run",
    "selection.no_unit": lambda p: f"`{p['name']}` is no unit",
    "states.not_placed": lambda p: f"{p['number']} other states of `{p['name']}` are not placed",
    "template.nested": lambda p: f"the template {p['template']} is composed itself",
    "template.unknown": lambda p: f"there is no template {p['template']}",
    "unit.no_models": lambda p: f"`{p['name']}` lists no models; {p['assumed']} are assumed",
    "unit.unfit": lambda p: f"`{p['name']}` does not fit into a battle file",
    "units.differ": lambda p: f"{p['said']} units are said, {p['listed']} are listed",
    "value.choice": _choice,
    "value.huge": lambda p: f"{p['given']} is too large",
    "value.too_long": lambda _: "this text is too long",
    "value.unfit": _unfit,
    "value.wrong": lambda p: f"this cannot be: {p['problem']}",
    "warlord.unknown": lambda p: f"it is not known which unit is the warlord: {p['text']}",
}
"""The sentence for each code of a finding that is made here."""

FAULTS: Mapping[str, Callable[[Record], str]] = {
    "no_such_corner": lambda p: f"{p['piece']} has no such corner to measure to",
    "off_board": lambda p: f"{p['piece']} reaches {p['by']} inches over the edge",
    "off_its_area": lambda p: f"{p['piece']} does not stand on {p['area']}",
    "outline_bad": lambda p: f"the outline of {p['piece']} is no simple shape",
    "outline_differs": lambda p: (
        f"{p['piece']} has another outline than its template {p['template']}"
    ),
    "overlap": lambda p: f"{p['piece']} reaches {p['by']} inches into {p['with_']}",
    "parent.nested": FINDINGS["parent.nested"],
    "parent.unknown": FINDINGS["parent.unknown"],
    "piece.same_id": FINDINGS["piece.same_id"],
    "sticks_out": lambda p: f"{p['piece']} sticks out of {p['area']} by {p['by']} inches",
    "template.nested": FINDINGS["template.nested"],
    "template.unknown": FINDINGS["template.unknown"],
    "twin_broken": lambda p: (
        f"{p['piece']} is {p['by']} inches from the place opposite {p['twin']}"
    ),
    "twin_missing": lambda p: f"nothing stands opposite {p['piece']}",
    "twin_parent": lambda p: f"{p['piece']} and {p['twin']} do not stand on opposite areas",
    "uneven_distance": lambda p: (
        f"{p['piece']} is {p['distance']} inches from the {p['edge']} edge, "
        f"{p['off']} beside a quarter-inch mark"
    ),
    "zone_off_board": lambda p: f"the zone of {p['player']} reaches {p['by']} inches over the edge",
}
"""The sentence for each code of a fault of a layout, without its `layout.`."""
