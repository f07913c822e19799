"""Sentences for what was noticed while catalogues, armies and layouts were taken over, by code.

Knows words alone.
"""

FINDINGS = {
    "ability_unknown": "{profile}: the ability {ability} is not understood.",
    "area.empty": "No feature stands on {area}, so it is no terrain area.",
    "area.grouped": "{feature} sticks out of {area} by {by}; its features are taken as a group "
    "with the map's outline.",
    "area.widened": "{feature} sticks out of {area} by {by}; the area is drawn round it.",
    "areas.joined": "{areas} are linked and touch, so they are one area.",
    "base.ambiguous": "{unit} has other bases in other factions ({factions}); it is left out.",
    "base.draft": "The source of the base of {unit} calls it provisional ({shape}).",
    "base.unknown": "The base of {unit} is not known ({shape}); it is left out.",
    "category.assumed": "{kind} has no category; it is taken as {category}.",
    "column_unreadable": "{profile}: {text} in column {column} cannot be read.",
    "gear.no_profile": "{unit}: {gear} has no profile.",
    "gear.unshared": "{unit}: {number} {gear} among {models} models; the first ones have them.",
    "height.assumed": "A height is not known ({kind}); {height} is assumed.",
    "keywords.elsewhere": "Keywords are not in the profiles of a catalogue; add kw to each unit.",
    "keywords.unknown": "{unit} has no keywords; rules that ask for some do not apply to it.",
    "no_units": "There are no units in it.",
    "outline.simplified": "Outlines have {after} corners instead of {before}; none moved by more "
    "than {by}.",
    "profile.unknown": "{unit} has no profile; its characteristics are the defaults.",
    "roof.left_out": "{kind} has a roof, but nothing says where; it is left out.",
    "rule_without_number": "{profile}: {rule} has its number elsewhere in the catalogue.",
    "storey.assumed": "The floors of {kind} are assumed {height} apart.",
    "unit.no_room": "There is no room for {unit} in the zone of {player}; it waits in reserve.",
    "unit_left_out": "{profile} is left out.",
    "weapon_left_out": "The weapon {profile} is left out.",
    "leader.alone": "No list says whom {unit} leads; it stands by itself.",
    "zone.missing": "The map has no deployment zone for {player}.",
    "zone.in_parts": "The zone of {player} has several parts or a hole; its largest part is taken.",
}
