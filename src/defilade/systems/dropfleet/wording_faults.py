"""The sentence for each fault of a battle file that this system finds, saying what mends it.

Knows codes; the braces are filled with the params of the fault.
"""

FAULTS = {
    # names and groups
    "name_twice": "`{name}` is among the {other} already; give it a name of its own",
    "name_unwritable": "`{name}` cannot be written in an action: no commas, arrows or `with`",
    "group_empty": "the group has no ships",
    "group_sides": "a group is of one side, this one is of {sides}",
    "group_unknown": "there is no group `{given}`",
    "group_in_two": "`{group}` is in the battlegroup {other} too; a group is in one",
    "ship_unknown": "there is no ship `{given}`",
    "ship_in_two_groups": "`{ship}` is in {other} too; a ship is in one group",
    "out_of_coherency": "{group} is not one chain of ships: it may take Standard orders only",
    "order_not_allowed": "{ship} could not have taken {order}: {why}",
    # sectors and clusters
    "sector_unknown": "there is no sector `{given}`",
    "sector_in_two": "`{sector}` is in the cluster {other} too; a sector is in one",
    "sector_without_cluster": "`{sector}` is in no cluster, so it shoots from its own middle",
    "sector_without_hull": "`{sector}` has no hull left but is no ruins; write `ruins: true`",
    "sector_layer": "sectors lie in Atmosphere, not in {layer}; leave `layer` out",
    # classes and ships
    "class_unknown": "there is no class `{given}`",
    "side_missing": "`{ship}` has no side; write `side:`",
    "station_among_ships": "`{ship}` is a station; move it to `stations:`",
    "station_without_size": "`{ship}` wants `station:` small, medium or large",
    "station_layer": "stations are in Low Orbit, not in {layer}; leave `layer` out",
    "station_with_spike": "stations never have spikes; leave `spike` out",
    "assets_on_ship": "only stations carry ground assets in play; `{asset}` cannot be on `{ship}`",
    "not_atmospheric": "`{ship}` is not Atmospheric and cannot be in Atmosphere alive",
    "assumed": "`{ship}` does not say {fields}; a usual value is taken",
    "hull_start_small": "a ship has at least 1 hull point, not {hull}",
    "hull_negative": "{hull} is less than nothing; 0 is the least",
    "hull_above_start": "{hull} hull points are more than the {start} it starts with",
    "ship_destroyed": "`{ship}` has no hull left and is off the table",
    "crippling_roll_due": (
        "`{ship}` is at half its hull or less; a crippling roll is due, "
        "or write `crippling_rolled: true`"
    ),
    "silent_with_spike": "a silent ship has no spike",
    "silent_with_shields": "a ship with shields up cannot be silent",
    "cloaked_with_spike": "its cloak lets it have no such spike until it is crippled",
    "effect_twice": "{effect} is there twice; only Fire can be",
    "signature_upside_down": "with shields up the signature is the larger one: swap the two",
    # numbers and weapons
    "length_impossible": "{field} cannot be {value} inches or degrees",
    "need_impossible": "{need} is not on the die: 2+ to 6+",
    "dice_impossible": "{dice} is not from 0 to {most}",
    "dice_unknown": "{dice}: this game throws D6 and D3 only",
    "arc_unknown": "`{given}` is no arc",
    "rule_unknown": "the special rule `{given}` is not known and has no effect",
    # the table and what stands on it
    "size_impossible": "the table's size is two numbers of inches above 0",
    "position_impossible": "this is no position on any table",
    "off_table": "{x}, {y} is off the table, which is {width} by {height}",
    "one_spot": "`{ship}` is exactly where `{other}` is, in {layer}; move one of them",
    "inside_solid": "`{ship}` stands inside {solid} and would be lost",
    "polygon_corners": "a polygon has 3 to {most} corners, this one has {corners}",
    "polygon_crosses": "side {first} and side {second} of the polygon cross",
    "polygon_flat": "the polygon has no area",
    "polygon_repeats": "corner {corner} is there twice",
    "debris_without_density": "debris wants `density:` fine or dense",
    "ring_without_line": "a planetary ring wants `line:` with its two ends",
    "lso_without_radius": "a round LSO wants a `radius:` above 0",
}
"""Faults by code."""
