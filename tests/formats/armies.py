"""Small catalogues of an invented game, in the vocabulary that army programs write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace

from defilade.formats.battlescribe import read_catalogue
from defilade.formats.limits import CATALOGUES
from defilade.formats.report import report
from defilade.table import Catalogue, CatalogueEntry

SYSTEM = """<?xml version="1.0" encoding="UTF-8"?>
<gameSystem id="gs-1" name="Skiff War" xmlns="http://www.battlescribe.net/schema/gameSystemSchema">
  <publications><publication id="p" name="Book"/></publications>
  <profileTypes>
    <profileType id="t-ship" name="Ship">
      <characteristicTypes>
        <characteristicType id="c-hull" name="Hull"/>
        <characteristicType id="c-arm" name="A"/>
      </characteristicTypes>
    </profileType>
    <profileType id="t-gun" name="Gun">
      <characteristicTypes>
        <characteristicType id="4.1726e+25" name="Lock"/>
        <characteristicType id="c-att" name="Attack"/>
      </characteristicTypes>
    </profileType>
  </profileTypes>
  <sharedRules>
    <rule id="r-scald" name="Scald"><description>burns</description></rule>
  </sharedRules>
  <sharedProfiles>
    <profile id="p-lance" name="Lance" typeId="t-gun" typeName="Gun" hidden="false">
      <characteristics>
        <characteristic name="Lock" typeId="4.1726e+25">3+</characteristic>
        <characteristic name="Attack" typeId="c-att">D6+1</characteristic>
      </characteristics>
    </profile>
  </sharedProfiles>
</gameSystem>
"""

FLEET = """<?xml version="1.0" encoding="UTF-8"?>
<catalogue id="cat-1" name="Rovers" gameSystemId="gs-1"
    xmlns="http://www.battlescribe.net/schema/catalogueSchema">
  <entryLinks>
    <entryLink id="l-0" name="Corsair" targetId="e-corsair" type="selectionEntry"/>
  </entryLinks>
  <sharedSelectionEntries>
    <selectionEntry id="e-corsair" name="Corsair" type="model" hidden="false">
      <profiles>
        <profile id="p-corsair" name="Corsair" typeId="t-ship" typeName="Ship">
          <characteristics>
            <characteristic name="Hull" typeId="c-hull">10</characteristic>
            <characteristic name="A" typeId="c-arm">4+</characteristic>
          </characteristics>
        </profile>
      </profiles>
      <infoLinks>
        <infoLink id="i-1" name="Scald" targetId="r-scald" type="rule"/>
      </infoLinks>
      <entryLinks>
        <entryLink id="l-1" name="Bow lance" targetId="e-lance" type="selectionEntry"/>
        <entryLink id="l-2" name="Side guns" targetId="g-guns" type="selectionEntryGroup"/>
      </entryLinks>
      <costs><cost name="pts" value="50"/></costs>
    </selectionEntry>
    <selectionEntry id="e-lance" name="Lance" type="upgrade">
      <infoLinks>
        <infoLink id="i-2" name="Lance" targetId="p-lance" type="profile"/>
      </infoLinks>
    </selectionEntry>
  </sharedSelectionEntries>
  <sharedSelectionEntryGroups>
    <selectionEntryGroup id="g-guns" name="Guns">
      <selectionEntries>
        <selectionEntry id="e-gun" name="Gun" type="upgrade">
          <profiles>
            <profile id="p-gun" name="Gun" typeId="t-gun" typeName="Gun">
              <characteristics>
                <characteristic name="Lock" typeId="4.1726e+25">∞/24"</characteristic>
                <characteristic name="Attack" typeId="c-att">-</characteristic>
              </characteristics>
            </profile>
          </profiles>
        </selectionEntry>
      </selectionEntries>
    </selectionEntryGroup>
  </sharedSelectionEntryGroups>
</catalogue>
"""

ROSTER = """<?xml version="1.0" encoding="UTF-8"?>
<roster id="ro-1" name="Raid" gameSystemId="gs-1" gameSystemName="Skiff War"
    xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <forces>
    <force id="f-1" name="Fleet" catalogueName="Rovers">
      <selections>
        <selection id="s-1" name="Squadron" number="1" type="unit">
          <selections>
            <selection id="s-2" name="Corsair" number="3" type="model">
              <profiles>
                <profile id="p-corsair" name="Corsair" typeId="t-ship" typeName="Ship">
                  <characteristics>
                    <characteristic name="Hull" typeId="c-hull">10</characteristic>
                    <characteristic name="A" typeId="c-arm">4+</characteristic>
                  </characteristics>
                </profile>
              </profiles>
              <rules><rule id="r-scald" name="Scald"/></rules>
              <selections>
                <selection id="s-3" name="Lance" number="3" type="upgrade"/>
              </selections>
            </selection>
          </selections>
        </selection>
      </selections>
    </force>
  </forces>
</roster>
"""


def zipped(**members: bytes) -> bytes:
    """An archive with those members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def read(files: Mapping[str, str | bytes], **limits: int) -> Catalogue:
    got = read_catalogue(
        {name: data.encode() if isinstance(data, str) else data for name, data in files.items()},
        limits=replace(CATALOGUES, **limits),
    )
    assert isinstance(got, Catalogue), report(got.faults, got.source)
    return got


def codes(catalogue: Catalogue) -> list[str]:
    return [finding.code for finding in catalogue.findings]


def unfolded(entries: tuple[CatalogueEntry, ...]) -> Iterator[CatalogueEntry]:
    for entry in entries:
        yield entry
        yield from unfolded(entry.entries)


def entry(catalogue: Catalogue, name: str) -> CatalogueEntry:
    return next(each for each in unfolded(catalogue.entries) if each.name == name)
