"""The clause index of Dropzone Commander: every clause of the ledger, in order.

Knows ids, short wordings and origins; the rules themselves are in the chapters' modules.
"""

from __future__ import annotations

from defilade.ruling import Clause, ClauseIndex, Origin
from defilade.systems.dropzone.clauses_scenery import SCENERY_AND_GARRISONS

_S, _C, _R, _D = Origin.SEED, Origin.CORE, Origin.READING, Origin.DEFAULT

_AGREEMENTS = (
    Clause("DZ-CFG-01", "A piece has the scenery rules agreed for it, no more", _S),
    Clause("DZ-CFG-02", "Names of terrain are presets; what is not agreed is Passable", _S),
    Clause("DZ-CFG-03", "Edges of a Garrison are agreed; else each straight side is one", _S),
    Clause("DZ-CFG-04", "Which Garrisons are linked is agreed before play", _S),
    Clause(
        "DZ-CFG-05", "A big structure may be several linked pieces, each with its own values", _S
    ),
    Clause(
        "DZ-CFG-06",
        "Entrances are where one could get in; with none agreed, the whole outline",
        _S,
        option="garrison_default_entrances",
    ),
    Clause("DZ-CFG-07", "An edge without openings cannot be fired out of", _S),
    Clause(
        "DZ-CFG-08", "Armour and DP of a Destructible piece come from the table or are agreed", _S
    ),
    Clause("DZ-CFG-09", "Where the rules leave a dispute open, the reading used is named", _C),
)

_MEASURING = (
    Clause("DZ-MEA-01", "Distances run from centre to centre, heights included", _C),
    Clause("DZ-MEA-02", "Within X includes exactly X", _D, option="measure_within"),
    Clause(
        "DZ-MEA-03",
        "A unit is measured to scenery from its centre to the nearest point",
        _S,
        option="measure_unit_point",
    ),
    Clause("DZ-MEA-04", "A D3 is half a D6 rounded up; 2D3 are two of them added", _C),
    Clause("DZ-MEA-05", "Modifiers add up; a natural 1 fails; no die is re-rolled twice", _C),
    Clause("DZ-UNI-01", "A unit is a model or a base; units form squads, squads Battlegroups", _C),
    Clause("DZ-UNI-02", "Infantry, Vehicle (Tank, Skimmer, Walker), Aircraft, Behemoth", _C),
    Clause("DZ-UNI-03", "Coherency: a chain of links of 2, 3 or 6 by type, doubled by Wide", _C),
    Clause("DZ-UNI-04", "Everybody in one Garrison is within 1 of everybody else in it", _S),
    Clause("DZ-UNI-05", "A landed Aircraft is a Vehicle that cannot move, carry or claim", _C),
)

_SIGHT = (
    Clause("DZ-LOS-01", "Sight runs from the centre of the viewer to any part of the target", _C),
    Clause("DZ-LOS-02", "Infantry is seen only at the centre of its base", _C),
    Clause(
        "DZ-LOS-03",
        "Neither squad blocks; others by their known body",
        _C,
        option="los_units_block",
    ),
    Clause("DZ-LOS-04", "No sight passes through Solid scenery, windows or not", _S),
    Clause(
        "DZ-LOS-05",
        "Only the inside blocks; sides and corners do not",
        _R,
        option="los_touch_blocks",
    ),
    Clause("DZ-LOS-06", "Solid without a height is endlessly tall; a line above is clear", _R),
    Clause("DZ-LOS-07", "In one Garrison all see each other; from outside, edges only", _S),
    Clause("DZ-LOS-08", "Less than half in view is Hull Down: +2 to Accuracy", _C),
    Clause("DZ-LOS-09", "Scenery, Large units and edge targets are never Hull Down", _S),
)

_ROUND = (
    Clause("DZ-RND-01", "Initiation, Battlegroup Activation by turns, Round Up", _C),
    Clause("DZ-RND-02", "Squads act one after another, each to its end", _C),
    Clause("DZ-RND-03", "Collateral tokens resolve at the start of Round Up, by initiative", _C),
    Clause("DZ-ACT-01", "Two different actions for each squad, its units together", _C),
    Clause("DZ-ACT-02", "Embarking, leaving, entering and moving inside are Moving actions", _C),
    Clause("DZ-MOV-01", "Up to MV each; not onto units, nor over those of other squads", _C),
    Clause("DZ-MOV-02", "Passable ground costs nothing more; so does ground without a piece", _S),
    Clause(
        "DZ-MOV-03",
        "Impassable cannot be moved through; its border is free",
        _S,
        option="move_clearance",
    ),
    Clause("DZ-MOV-04", "Tough costs 2 for each 1 crossed", _S, option="move_tough_stacks"),
    Clause("DZ-MOV-05", "Skimmers, Walkers, Aircraft and Behemoths ignore Tough", _C),
    Clause("DZ-MOV-06", "Skimmers cross up to 2, Walkers half their height, Aircraft 8", _C),
    Clause("DZ-MOV-07", "A Vehicle without Skimmer wholly on Exceptional has MV +2", _S),
    Clause("DZ-MOV-08", "M&F looks at the length really moved", _C, option="move_mf_uses_cost"),
)

_COVER = (
    Clause("DZ-COV-01", "Soft Cover near and between: +2 to Accuracy against Infantry", _S),
    Clause("DZ-COV-02", "Body Cover near and between: +1 to damage against Infantry", _S),
    Clause("DZ-COV-03", "Only Infantry gains from cover", _S),
    Clause("DZ-COV-04", "Near means within 1 of the piece's nearest point", _R),
    Clause(
        "DZ-COV-05",
        "Between means the line of centres passes through its inside",
        _R,
        option="cover_shooter_inside_negates",
    ),
    Clause("DZ-COV-06", "Each kind of cover counts once", _R, option="cover_stack"),
    Clause("DZ-COV-07", "No Body Cover against Close Quarters weapons", _S),
    Clause("DZ-COV-08", "No Body Cover against collapses and Collateral; against crashes, yes", _S),
    Clause("DZ-COV-09", "A unit on an edge has the covers its Garrison lists", _S),
    Clause("DZ-COV-10", "Flame ignores both covers, Cover-X those it names", _C),
)

_SHOOTING = (
    Clause("DZ-SHT-01", "A squad declares all its fire, then all of it happens at once", _C),
    Clause(
        "DZ-SHT-02", "Who moved further than a weapon's M&F cannot fire it, and the reverse", _C
    ),
    Clause("DZ-SHT-03", "The target's centre lies in an arc of the weapon, borders in both", _C),
    Clause("DZ-SHT-04", "R(C) against Active Countermeasures, else R(F)", _C),
    Clause("DZ-SHT-05", "One weapon, one target; only enemies and scenery", _C),
    Clause("DZ-SHT-06", "One die for each Shot; a 6 always hits, a 1 never", _C),
    Clause(
        "DZ-SHT-07", "Accuracy - hits automatically, 0 is rolled", _C, option="shoot_acc_zero_auto"
    ),
    Clause("DZ-SHT-08", "Accuracy penalties add up", _C),
    Clause("DZ-SHT-09", "Only AA weapons may target Aircraft in flight", _C),
    Clause("DZ-SHT-10", "No shooting in a round in which the squad embarks", _C),
    Clause("DZ-DMG-01", "Die plus Energy: Armour is 1 Damage, Armour + 2 a Critical of 2", _C),
    Clause(
        "DZ-DMG-02",
        "Body Cover acts as one more Armour",
        _S,
        option="damage_penalty_spares_critical",
    ),
    Clause("DZ-DMG-03", "Penetrative: a 6 always does 1 Damage", _C),
    Clause("DZ-DMG-04", "Passive Countermeasures: a die for each Damage, not at Energy 13+", _C),
    Clause("DZ-DMG-05", "Damage stops at 0 DP, the rest is lost", _C),
    Clause("DZ-DMG-06", "Resilient takes 1 from a Critical", _C),
    Clause("DZ-DMG-07", "Automatic hits skip the roll to hit, and may be Critical", _C),
)

_LAST = (
    Clause("DZ-CQ-01", "Close Quarters: same Garrison, hits at once, no Criticals, at a squad", _C),
    Clause("DZ-CQ-02", "Its Damage goes to the most damaged unit first", _C),
    Clause("DZ-CQ-03", "No Body Cover; Dodge saves", _S),
    Clause("DZ-CQ-04", "Reduced loses Shots by DP lost; combined fire trades Shots for Energy", _C),
    Clause("DZ-CQ-05", "Under half its DP after Close Quarters damage, a squad takes a test", _C),
    Clause("DZ-FOR-01", "A Fortitude Test passes on its number or more", _C),
    Clause("DZ-FOR-02", "2+ to 6+ pass with 5/6 to 1/6", _C),
    Clause("DZ-FOR-03", "Who fails abandons the Garrison and drops Objectives", _C),
    Clause("DZ-FOR-04", "A squad may choose to fail", _C),
    Clause("DZ-LNK-01", "Only Garrisons no more than 2 apart may be linked", _S),
    Clause("DZ-LNK-02", "The whole squad goes to a linked Garrison as a Moving action", _S),
    Clause("DZ-LNK-03", "It is entering: place, enemy edges and capacity count", _S),
    Clause("DZ-LNK-04", "The re-roll after entry applies to it", _S),
    Clause("DZ-LNK-05", "It moved the gap's width; one link for each action", _R),
    Clause("DZ-LNK-06", "Each part is destroyed by itself, and its links end", _S),
    Clause("DZ-TRA-01", "Embark: coherent, one unit within 2, same Battlegroup, room", _C),
    Clause("DZ-TRA-02", "Disembark within 2 in coherency, then move on", _C),
    Clause("DZ-TRA-03", "Disembarked: +2 to Accuracy; no AA fire after an Aerial Transport", _C),
    Clause("DZ-TRA-04", "Aerial Transports unload landed, after half their MV at most", _C),
    Clause("DZ-TRA-05", "Transport destroyed: D3 hits at Energy 10 on 1 or 2", _C),
    Clause("DZ-AIR-01", "Aircraft destroyed in flight: D3 inches and hits on 1 or 2", _C),
    Clause("DZ-OBJ-01", "Objectives in a Garrison are reached from inside, and Hidden", _C),
    Clause(
        "DZ-OBJ-02",
        "Search: die plus round, 7 finds",
        _C,
        option="search_one_may_succeed",
    ),
    Clause("DZ-OBJ-03", "A Scan Token within 2 may be spent for +1", _C),
    Clause("DZ-OBJ-04", "One Objective for each squad, none through a wall", _C),
    Clause("DZ-OBJ-05", "When Objectives are dropped, and who claims them", _C),
    Clause("DZ-KEY-01", "Special rules known by name", _C),
    Clause("DZ-KEY-02", "Focus: hits given up raise the Energy of hits kept", _C),
    Clause("DZ-KEY-03", "Destroyer: a hit of X or more is a Critical", _C),
    Clause("DZ-KEY-04", "Area: everything touched is hit; a near miss glances", _C),
)

CLAUSES = ClauseIndex(
    "DZ",
    (
        *_AGREEMENTS,
        *_MEASURING,
        *_SIGHT,
        *_ROUND,
        *_COVER,
        *_SHOOTING,
        *SCENERY_AND_GARRISONS,
        *_LAST,
    ),
)
"""Every clause by id."""
