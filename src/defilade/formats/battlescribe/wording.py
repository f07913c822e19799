"""The words for what an importer noticed.

Knows codes and their params, English, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from defilade.formats.report import visible
from defilade.record import Record
from defilade.table import Finding


def finding_line(finding: Finding) -> str:
    """A finding as one line: its place, what was noticed, and whether something was lost."""
    wording = FINDINGS.get(finding.code)
    said = wording(finding.params) if wording else _plainly(finding)
    lost = " (not brought over)" if finding.lost else ""
    return visible(f"{finding.place}: {said}{lost}")


def _plainly(finding: Finding) -> str:
    """A system's own finding, which has no words here: its code and what it carries."""
    params = ", ".join(f"{name} {value}" for name, value in finding.params.items())
    said = finding.code.replace("_", " ").replace(".", " ")
    return f"{said}: {params}" if params else said


FINDINGS: Mapping[str, Callable[[Record], str]] = {
    "id.twice": lambda p: f"the id {p['id']} is used again, for `{p['name']}`",
    "column.twice": lambda p: f"type `{p['type']}` has a column twice; it is read as {p['column']}",
    "profile_type.same_name": lambda p: f"{p['times']} types of profile are called `{p['name']}`",
    "profile_type.by_name": lambda p: (
        f"the type of profile `{p['profile']}` is known by its name `{p['name']}` only"
    ),
    "profile_type.ambiguous": lambda p: (
        f"the type `{p['name']}` of profile `{p['profile']}` may be several"
    ),
    "profile_type.unknown": lambda p: (
        f"the type `{p['name']}` of profile `{p['profile']}` is declared nowhere"
    ),
    "element.unknown": lambda p: f"`{p['tag']}` is not understood, {p['times']} times",
    "modifier.not_applied": lambda p: (
        f"`{p['name']}`: a modifier ({p['change']} {p['field']} {p['value']}) is not applied"
    ),
    "hidden.left_out": lambda p: f"`{p['name']}` is hidden and left out",
    "hidden.sometimes": lambda p: f"`{p['name']}` is hidden unless something shows it; it is kept",
    "link.missing": lambda p: f"`{p['name']}` is in none of the files given",
    "link.circle": lambda p: f"the link to `{p['name']}` leads back to where it stands",
    "link.too_deep": lambda p: f"the link to `{p['name']}` is nested too deep",
    "link.too_many": lambda p: f"links unfold to more than {p['limit']} entries",
    "number.unshared": lambda p: (
        f"`{p['name']}`: {p['number']} among {p['above']}; which of them have it is not known"
    ),
    "number.odd": lambda p: f"`{p['name']}`: the number {p['number']} is read as {p['assumed']}",
    "game_system.missing": lambda _: "no game system was given; types are as the profiles say",
    "catalogue.missing": lambda p: f"the catalogue `{p['name']}` is linked to, but not given",
}
"""The sentence for each code of a finding that is made here."""
