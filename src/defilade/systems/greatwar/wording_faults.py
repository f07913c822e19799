"""The sentence for each fault of a battle file that this system finds, saying what mends it.

Knows codes; the braces are filled with the params of the fault.
"""

FAULTS: dict[str, str] = {
    "board_word": "line {line} of the board: {found} is no hex; write a ground letter (. F B R H T "
    "K w W ?), tokens (o O + x = %), then ^name or vname, *strength",
    "board_not_alternating": "line {line} of the board: rows must go in and out by turns",
    "board_header": "line {line} of the board: write `@ q r` with two whole numbers",
    "board_empty": "the board is empty",
    "row_length": "a row of {given} hexes; rows have 1 to 200",
    "too_many_rows": "{given} rows; at most 200 are read",
    "die_without_faces": "the battle die needs its faces",
    "template_number": "targeting dice show 1 to 6, not {given}",
    "no_such_hex": "{hex} is no hex of this board",
    "hex_twice": "{hex} is listed twice; put its terrain and tokens in one line",
    "water_without_class": "the waterway at {hex} is neither fordable nor impassable; say "
    "`waterway:` for it or for the whole battle",
    "two_bridges": "{hex} has a bridge and a damaged one; leave one out",
    "unit_twice": "two units are called {unit}",
    "unit_name": "{unit} is no name for a unit: one word, no comma, no word of the notation",
    "unit_without_side": "{unit} needs a side: bottom or top",
    "unit_without_type": "{unit} needs a type",
    "unknown_type": "there is no type of unit {given}; new types go under `defaults: units:`",
    "unit_strength": "{unit} cannot have {figures} figures: 1 to {most}",
    "type_without_line": "no battle line is known for {type}; give it under `defaults: units:`",
    "unit_without_place": "{unit} stands nowhere; give `at:`",
    "unit_off_board": "{unit} stands at {hex}, which is no hex of this board",
    "hex_shared": "{unit} stands where {other} does; one unit a hex",
    "unit_on_barred_ground": "{unit} stands at {hex}, which it could not enter",
    "negative": "{given} is less than nothing",
    "more_than_the_pool": "the sides have {given} HQ tokens of {pool}; the pool is empty",
    "hand_too_large": "more than {most} combat cards in a hand",
    "unknown_card": "{given} is none of `cards:`",
    "card_name": "{card} is no name for a card here: one word",
    "reserve_strength": "reserve artillery of strength {given}; at least 1",
    "reserve_twice": "the {side} has reserve artillery already",
    "no_medals_to_win": "`medals_to_win:` is not given: nobody will win",
    "number_out_of_bounds": "{given} cannot be",
}
"""Faults by code."""
