"""Catalogues and rosters: stat lines as written, links resolved, everything odd a finding."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.battle import Unread
from defilade.formats.battlescribe import finding_line, read_catalogue
from defilade.formats.battlescribe.wording import FINDINGS
from defilade.formats.limits import CATALOGUES
from defilade.formats.report import report
from defilade.table import Catalogue, CatalogueEntry, Profile

from .armies import FLEET, ROSTER, SYSTEM, codes, entry, read, unfolded, zipped

BOTH = {"skiff.gst": SYSTEM.encode(), "rovers.cat": FLEET.encode()}


def refusal(data: str | bytes, **limits: int) -> str:
    given_ = data.encode() if isinstance(data, str) else data
    got = read_catalogue({"x.cat": given_}, limits=replace(CATALOGUES, **limits))
    assert isinstance(got, Unread), got
    return report(got.faults, got.source)


def as_json(text: str) -> str:
    """The same file as New Recruit writes it: lists without wrappers, text under `$text`."""

    def plain(element: ElementTree.Element) -> dict[str, Any]:
        found: dict[str, Any] = dict(element.attrib)
        for child in element:
            tag = child.tag.rpartition("}")[2]
            if tag == "description":
                found[tag] = child.text
            else:
                found[tag] = [plain(each) for each in child]
        if (element.text or "").strip():
            found["$text"] = element.text
        return found

    root = ElementTree.fromstring(text)
    return json.dumps({root.tag.rpartition("}")[2]: plain(root)})


def placeless(value: Any) -> Any:
    """A catalogue's parts without where they were read."""
    if isinstance(value, Profile):
        return replace(value, place="")
    if isinstance(value, CatalogueEntry):
        return replace(
            value,
            place="",
            profiles=tuple(map(placeless, value.profiles)),
            entries=tuple(map(placeless, value.entries)),
        )
    return [placeless(each) for each in value]


def test_a_stat_line_is_read_as_it_was_written() -> None:
    catalogue = read(BOTH)
    assert (catalogue.game_system, catalogue.game_system_id) == ("Skiff War", "gs-1")
    assert catalogue.names == ("Skiff War", "Rovers")
    assert catalogue.profile_types == {"Ship": ("Hull", "A"), "Gun": ("Lock", "Attack")}
    assert catalogue.findings == ()
    corsair, gun = entry(catalogue, "Corsair"), entry(catalogue, "Gun")
    assert corsair.profiles[0].columns == {"Hull": "10", "A": "4+"}
    assert (corsair.kind, corsair.rules, corsair.number) == ("model", ("Scald",), 1)
    assert gun.profiles[0].columns == {"Lock": '∞/24"', "Attack": "-"}
    assert gun.profiles[0].place == f"rovers.cat:{FLEET[: FLEET.index('p-gun')].count(chr(10)) + 1}"
    assert [profile.name for profile in catalogue.profiles] == ["Lance", "Corsair", "Gun"]


def test_links_are_resolved_across_files_under_the_names_links_give() -> None:
    corsair = entry(read(BOTH), "Corsair")
    lance, guns = corsair.entries
    assert (lance.name, lance.profiles[0].columns["Attack"]) == ("Bow lance", "D6+1")
    assert (guns.name, guns.kind) == ("Side guns", "group")
    assert [each.name for each in guns.entries] == ["Gun"]


def test_the_order_of_files_does_not_matter_and_zips_are_opened() -> None:
    packed = {"a.catz": zipped(**{"a.cat": FLEET.encode()}), "b.gstz": zipped(b=SYSTEM.encode())}
    one = zipped(**{"a.cat": FLEET.encode(), "b.gst": SYSTEM.encode()})
    for files in (dict(reversed(BOTH.items())), packed, {"all.zip": one}):
        assert placeless(read(files).entries) == placeless(read(BOTH).entries)
        assert read(files).names == ("Skiff War", "Rovers")


def test_json_and_xml_are_the_same_catalogue() -> None:
    spelt = read({"skiff.json": as_json(SYSTEM), "rovers.json": as_json(FLEET)})
    assert placeless(spelt.entries) == placeless(read(BOTH).entries)
    assert placeless(spelt.profiles) == placeless(read(BOTH).profiles)
    assert spelt.profile_types == read(BOTH).profile_types
    place = entry(spelt, "Gun").profiles[0].place
    assert place == ("rovers.json:sharedSelectionEntryGroups[0].selectionEntries[0].profiles[0]")


def test_a_catalogue_alone_is_read_by_what_its_profiles_say() -> None:
    catalogue = read({"rovers.cat": FLEET})
    assert (catalogue.game_system, catalogue.game_system_id) == ("", "gs-1")
    assert catalogue.profile_types["Ship"] == ("Hull", "A")
    assert codes(catalogue) == ["link.missing", "game_system.missing"]
    assert catalogue.findings[0].lost
    assert entry(catalogue, "Corsair").rules == ("Scald",)


def test_the_older_spelling_with_values_in_attributes() -> None:
    text = FLEET.replace('typeId="t-ship" typeName', 'profileTypeId="t-ship" profileTypeName')
    text = text.replace(
        '<characteristic name="Hull" typeId="c-hull">10</characteristic>',
        '<characteristic name="Hull" characteristicTypeId="c-hull" value="10"/>',
    )
    assert text != FLEET
    catalogue = read({**BOTH, "rovers.cat": text})
    assert placeless(catalogue.entries) == placeless(read(BOTH).entries)


def test_types_are_joined_by_id_first_and_by_name_second() -> None:
    """Three types may have one name; then only the id can tell them apart."""
    twin = '<profileType id="t-2" name="Ship"><characteristicTypes/></profileType></profileTypes>'
    two = SYSTEM.replace("</profileTypes>", twin)
    lost = FLEET.replace('typeId="t-ship"', 'typeId="t-none"')
    odd = FLEET.replace('typeId="t-ship" typeName="Ship"', 'typeId="t-none" typeName="Boat"')
    by_id = read({"s": two, "c": FLEET})
    assert set(by_id.profile_types) == {"Ship", "Gun", "Ship (2)"}
    assert codes(by_id) == ["profile_type.same_name"]
    assert codes(read({"s": SYSTEM, "c": lost})) == ["profile_type.by_name"]
    assert codes(read({"s": two, "c": lost})) == [
        "profile_type.same_name",
        "profile_type.ambiguous",
    ]
    assert codes(read({"s": SYSTEM, "c": odd})) == ["profile_type.unknown"]
    for catalogue in (by_id, read({"s": two, "c": lost}), read({"s": SYSTEM, "c": odd})):
        assert entry(catalogue, "Corsair").profiles[0].columns == {"Hull": "10", "A": "4+"}


def test_a_column_that_a_type_has_twice_is_kept_twice() -> None:
    system = SYSTEM.replace('id="c-arm" name="A"', 'id="c-arm" name="Hull"')
    catalogue = read({"s": system, "c": FLEET})
    assert catalogue.profile_types["Ship"] == ("Hull", "Hull (2)")
    assert entry(catalogue, "Corsair").profiles[0].columns == {"Hull": "10", "Hull (2)": "4+"}
    assert codes(catalogue) == ["column.twice"]


MODIFIER = '<modifiers><modifier type="set" field="{}" value="{}"/></modifiers>'


def modified(field: str, value: str, *, grouped: bool = False, hidden: str = "false") -> Catalogue:
    inner = MODIFIER.format(field, value)
    if grouped:
        inner = f"<modifierGroups><modifierGroup>{inner}</modifierGroup></modifierGroups>"
    text = FLEET.replace(
        '<selectionEntry id="e-corsair" name="Corsair" type="model" hidden="false">',
        f'<selectionEntry id="e-corsair" name="Corsair" type="model" hidden="{hidden}">{inner}',
    )
    assert text != FLEET
    return read({**BOTH, "rovers.cat": text})


@pytest.mark.parametrize("grouped", [False, True])
def test_modifiers_are_never_applied_but_told_where_they_matter(grouped: bool) -> None:
    catalogue = modified("c-hull", "12", grouped=grouped)
    assert entry(catalogue, "Corsair").profiles[0].columns["Hull"] == "10"
    (finding,) = catalogue.findings
    assert finding.lost
    assert finding_line(finding).endswith(
        "`Corsair`: a modifier (set Hull 12) is not applied (not brought over)"
    )
    (named,) = modified("name", "Raider", grouped=grouped).findings
    assert (named.code, named.lost) == ("modifier.not_applied", False)
    assert codes(modified("pts", "3", grouped=grouped)) == []


def test_what_is_hidden_for_good_is_left_out_and_what_may_be_shown_is_kept() -> None:
    gone = modified("c-none", "", hidden="true")
    assert "Corsair" not in [each.name for each in unfolded(gone.entries)]
    assert codes(gone) == ["hidden.left_out"]
    kept = modified("hidden", "false", hidden="true")
    assert entry(kept, "Corsair").profiles
    assert codes(kept) == ["hidden.sometimes"]


def test_a_thing_noticed_at_every_link_to_it_is_told_once() -> None:
    system = SYSTEM.replace('typeName="Gun" hidden="false"', 'typeName="Gun" hidden="true"')
    link = '<infoLink id="i-2" name="Lance" targetId="p-lance" type="profile"/>'
    catalogue = read({"s": system, "c": FLEET.replace(link, link + link.replace("i-2", "i-3"))})
    assert codes(catalogue) == ["hidden.left_out"]
    assert entry(catalogue, "Bow lance").profiles == ()


def test_links_that_lead_nowhere_or_back_are_told_and_not_followed() -> None:
    nowhere = read({**BOTH, "rovers.cat": FLEET.replace('"e-lance" type="sel', '"none" type="sel')})
    assert codes(nowhere) == ["link.missing"]
    back = read({**BOTH, "rovers.cat": FLEET.replace('targetId="e-lance"', 'targetId="e-corsair"')})
    assert codes(back) == ["link.circle"]
    assert [each.name for each in entry(back, "Corsair").entries] == ["Side guns"]


def chain(length: int, width: int) -> str:
    entries = "".join(
        f'<selectionEntry id="e{n}" name="E{n}" type="upgrade"><entryLinks>'
        + f'<entryLink targetId="e{n + 1}" type="selectionEntry"/>' * width
        + "</entryLinks></selectionEntry>"
        for n in range(length)
    )
    last = f'<selectionEntry id="e{length}" name="end" type="upgrade"/>'
    wrapped = f"<sharedSelectionEntries>{entries}{last}</sharedSelectionEntries>"
    return f'<catalogue id="c" name="c" gameSystemId="g">{wrapped}</catalogue>'


def test_links_that_unfold_without_end_are_cut() -> None:
    """Forty entries that each link twice to the next would be a million million entries."""
    wide = read({"c": chain(40, 2)})
    assert "link.too_many" in codes(wide)
    assert sum(1 for _ in unfolded(wide.entries)) <= CATALOGUES.opened
    deep = read({"c": chain(3000, 1)})
    assert "link.too_deep" in codes(deep)


def test_what_is_not_understood_at_all_is_a_finding() -> None:
    odd = FLEET.replace("<costs>", "<wobbles><wobble/></wobbles><costs>")
    catalogue = read({**BOTH, "rovers.cat": odd})
    assert [(each.code, each.params["tag"]) for each in catalogue.findings] == [
        ("element.unknown", "wobbles")
    ]


def test_an_id_used_for_two_things_is_told() -> None:
    twice = FLEET.replace('id="e-lance" name', 'id="e-corsair" name')
    assert "id.twice" in codes(read({**BOTH, "rovers.cat": twice}))


def test_catalogues_that_are_linked_to_but_not_given_are_named() -> None:
    linked = FLEET.replace(
        "<entryLinks>",
        '<catalogueLinks><catalogueLink name="More" targetId="m"/></catalogueLinks><entryLinks>',
        1,
    )
    (finding,) = read({**BOTH, "rovers.cat": linked}).findings
    assert finding_line(finding) == (
        "rovers.cat:4: the catalogue `More` is linked to, but not given (not brought over)"
    )


def test_files_of_two_games_or_editions_are_refused_together() -> None:
    other = FLEET.replace('gameSystemId="gs-1"', 'gameSystemId="gs-2"')
    found = read_catalogue({**BOTH, "rovers.cat": other.encode()})
    assert isinstance(found, Unread)
    assert "is of another game or edition than" in report(found.faults, found.source)


def test_groups_of_infos_are_opened() -> None:
    group = (
        '<sharedInfoGroups><infoGroup id="ig" name="All"><profiles>'
        '<profile id="p-x" name="X" typeId="t-ship" typeName="Ship"/></profiles>'
        '<infoLinks><infoLink targetId="ig" type="infoGroup" name="itself"/></infoLinks>'
        '<rules><rule id="r" name="Ram"/></rules></infoGroup></sharedInfoGroups></catalogue>'
    )
    linked = FLEET.replace('targetId="p-lance" type="profile"', 'targetId="ig" type="infoGroup"')
    catalogue = read({**BOTH, "rovers.cat": linked.replace("</catalogue>", group)})
    lance = entry(catalogue, "Lance")
    assert ([each.name for each in lance.profiles], lance.rules) == (["X"], ("Ram",))


@pytest.mark.parametrize("spell", [str, as_json])
def test_a_roster_needs_no_catalogue_and_its_numbers_are_totals(spell: Any) -> None:
    catalogue = read({"raid.ros": spell(ROSTER)})
    (force,) = catalogue.entries
    assert (force.kind, force.name, catalogue.game_system) == ("force", "Rovers", "Skiff War")
    numbers = [(each.name, each.number) for each in unfolded(force.entries)]
    assert numbers == [("Squadron", 1), ("Corsair", 3), ("Lance", 3)]
    corsair = entry(catalogue, "Corsair")
    assert (corsair.rules, corsair.profiles[0].columns["Hull"]) == (("Scald",), "10")
    assert codes(catalogue) == ["game_system.missing"]


@pytest.mark.parametrize(
    ("number", "read_as", "code"),
    [("2", 2, "number.unshared"), ("many", 1, "number.odd"), ("-3", 1, "number.odd")],
)
def test_a_number_that_cannot_be_shared_out_is_told(number: str, read_as: int, code: str) -> None:
    odd = ROSTER.replace('name="Lance" number="3"', f'name="Lance" number="{number}"')
    catalogue = read({"skiff.gst": SYSTEM, "raid.ros": odd})
    assert code in codes(catalogue)
    assert entry(catalogue, "Lance").number == read_as


HOSTILE = [
    ("", "neither XML nor JSON"),
    ("hello", "neither XML nor JSON"),
    ("<catalogue", "x.cat:1:"),
    ("<a/>", "there is no catalogue or roster in it, but `a`"),
    ("{}", "there is no catalogue"),
    ('{"list": []}', "`list`"),
    ("[]", "but a list"),
    ('{"roster": {}, "catalogue": {}}', "roster, catalogue"),
    ('{"catalogue": {', "not JSON"),
    ('{"catalogue": {"id": NaN}}', "NaN"),
    ("[" * 5000, "nested too deep"),
    ('{"catalogue":' * 5000, "nested too deep"),
    ('{"catalogue": ' + '{"a": ' * 90 + "1" + "}" * 91, "nested too deep"),
    (b'{"catalogue": {"id": "\xff"}}', "UTF-8"),
    ("<a>" * 100 + "</a>" * 100, "nested too deep"),
    ('<!DOCTYPE a [<!ENTITY e "x">]><catalogue>&e;</catalogue>', "entities are not read"),
    ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><catalogue/>', "entities are not read"),
    ('<?xml version="1.0" encoding="klingon"?><catalogue/>', "not XML"),
    (b"PK\x03\x04 broken", "cannot be opened"),
    (zipped(), "neither"),
    (zipped(**{f"m{n}": b"<a/>" for n in range(17)}), "more than 16 files"),
    (zipped(a=zipped(b=b"<a/>")), "another archive"),
    (zipped(a=b"\0" * 5_000_000), "more than 200 times"),
    (b"x" * 20_000_001, "larger than 20,000,000"),
]


@pytest.mark.parametrize(("data", "says"), HOSTILE, ids=[repr(each[0])[:30] for each in HOSTILE])
def test_what_cannot_be_read_is_refused_with_the_reason(data: str | bytes, says: str) -> None:
    assert says in refusal(data)


def test_limits_hold_for_all_files_together() -> None:
    assert "larger than 1,000" in refusal(zipped(a=b"<catalogue>" + b" " * 2000), unpacked=1000)
    assert "too many elements" in refusal(FLEET, elements=5)
    assert "too many elements" in refusal(as_json(FLEET), elements=5)
    locked = bytearray(zipped(a=b"<a/>"))
    locked[6] |= 1
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert "cannot be opened" in refusal(bytes(locked))


def test_broken_xml_is_told_with_its_line_and_a_caret() -> None:
    told = refusal("<catalogue>\n  <a>\n  </b>\n</catalogue>\n").splitlines()
    assert told[0] == "x.cat:3:5: error: this is not XML: mismatched tag"
    assert told[1].endswith("</b>")


def test_every_finding_has_words() -> None:
    folder = Path(read_catalogue.__code__.co_filename).parent
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.glob("[!w]*.py"))
    groups = "id|column|profile_type|element|modifier|hidden|link|number|game_system|catalogue"
    made = set(re.findall(rf'"((?:{groups})\.[a-z_]+)"', text))
    faults = {"catalogue.mixed", "catalogue.neither", "catalogue.other", "catalogue.too_many"}
    assert made - faults == set(FINDINGS)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_catalogue_is_read_or_refused(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from([FLEET, SYSTEM, ROSTER, as_json(FLEET), as_json(ROSTER)]))
    raw = bytearray(source.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        size = data.draw(st.integers(0, 20))
        patch = data.draw(
            st.binary(max_size=4)
            | st.sampled_from([b"<a>", b"</a>", b"[]", b"{}", b"null", b'"', b"&x;", b"1e9"])
        )
        raw[at : at + size] = patch
    got = read_catalogue({"x": bytes(raw), "skiff.gst": SYSTEM.encode()})
    if isinstance(got, Unread):
        assert report(got.faults, got.source)
    else:
        assert all(finding_line(finding) for finding in got.findings)
