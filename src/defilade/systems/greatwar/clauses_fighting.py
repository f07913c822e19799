"""Clauses on board, sight, turn, units, movement, dice and flags.

Knows what the ledger says, in our own short words; holds no rule.
"""

from defilade.ruling import Clause, Origin

SEED, CORE, SERIES, DEFAULT = Origin.SEED, Origin.CORE, Origin.SERIES, Origin.DEFAULT

FIGHTING = (
    Clause("GW-MAP-01", "The field is 12 hexes wide and 11 rows deep; half-hexes are out.", CORE),
    Clause(
        "GW-MAP-02",
        "Pointy-top rows of 12 and 11 whole hexes by turns.",
        DEFAULT,
        "board_short_rows",
    ),
    Clause(
        "GW-MAP-03", "Axial coordinates, r growing to the bottom; neighbours, distance.", DEFAULT
    ),
    Clause("GW-MAP-04", "Left flank, centre, right flank; a hex cut by a line is in both.", CORE),
    Clause("GW-MAP-05", "Range counts hexes, the firer's not, the target's yes.", SERIES),
    Clause("GW-LOS-01", "Sight is the line of centres; only hexes between can block it.", SERIES),
    Clause("GW-LOS-02", "A crossed hex with blocking terrain or any unit blocks.", SERIES),
    Clause(
        "GW-LOS-03",
        "Along hex edges one blocking side does not block, both sides do.",
        SERIES,
        "los_edge",
    ),
    Clause("GW-LOS-04", "A corner touch does not block.", DEFAULT, "los_corner_touch_blocks"),
    Clause("GW-LOS-05", "Adjacent units see each other; sight is the same both ways.", SERIES),
    Clause("GW-LOS-06", "Ranged combat needs range and sight; mortars need range only.", CORE),
    Clause(
        "GW-LOS-07",
        "A hill blocks beyond it, but not within one connected hill.",
        SERIES,
        "los_hill",
    ),
    Clause(
        "GW-TURN-01", "Command card, orders, movement, battle, end; no move after battle.", CORE
    ),
    Clause("GW-TURN-02", "Only ordered units act; section cards order in their sections.", CORE),
    Clause("GW-TURN-03", "Ordered reserve artillery battles before any unit.", CORE),
    Clause("GW-TURN-04", "A common pool of 30 HQ tokens; gains from an empty pool are lost.", CORE),
    Clause(
        "GW-TURN-05", "HQ tokens come from the start, the turn's end, cards and HQ symbols.", CORE
    ),
    Clause("GW-TURN-06", "Combat cards: hand limit, printed phase, cost paid at once.", CORE),
    Clause("GW-UNIT-01", "Figures left do not change the dice rolled.", CORE),
    Clause("GW-UNIT-02", "One unit a hex; units never enter or pass others' hexes.", CORE),
    Clause("GW-UNIT-03", "The stand with the gun or mortar goes last.", CORE),
    Clause(
        "GW-UNIT-04", "Marksman: one ranged die more unmoved. Loader: its own battle line.", CORE
    ),
    Clause("GW-UNIT-05", "Special figures never take losses; a Deadly Die side removes one.", CORE),
    Clause("GW-UNIT-06", "Battle lines may mark Deadly Die ranges, least ranges, no sight.", CORE),
    Clause("GW-MOVE-01", "A unit moves once at most, and one after another.", CORE),
    Clause("GW-MOVE-02", "Infantry: 1 hex and battle, or 2 hexes and no battle.", CORE),
    Clause("GW-MOVE-03", "Machine gun and mortar: 1 hex and then no battle.", CORE),
    Clause("GW-MOVE-04", "No half-hexes; over a baseline only where the scenario allows.", CORE),
    Clause("GW-MOVE-05", "Terrain may end a move or forbid battle.", CORE),
    Clause("GW-MOVE-06", "Must stop: the hex may be entered, and ends the move.", SEED),
    Clause("GW-MOVE-07", "Tanks move 2 hexes; each after the first risks bogging.", CORE),
    Clause("GW-MOVE-08", "Wire stops all but tanks, which remove it.", CORE),
    Clause("GW-BAT-01", "One battle a turn, one target, all dice; ranged or close.", CORE),
    Clause("GW-BAT-02", "Next to an enemy a unit may only close combat.", CORE),
    Clause("GW-BAT-03", "One battle ends before the next, in any order.", CORE),
    Clause("GW-BAT-04", "A tank that moves onto a building does no ranged combat.", CORE),
    Clause("GW-DIE-01", "Battle die: soldier twice, burst, Deadly Die, flag, HQ.", DEFAULT),
    Clause("GW-DIE-02", "Soldiers and bursts hit soldier units and guns.", DEFAULT),
    Clause("GW-DIE-03", "In close combat every Deadly Die side hits, on any terrain.", SEED),
    Clause("GW-DIE-04", "In ranged combat Deadly Die sides miss unless marked.", CORE),
    Clause("GW-DIE-05", "Each HQ symbol against an enemy gains a token, and never hits.", CORE),
    Clause(
        "GW-DIE-06", "Hits: bursts, soldiers beyond those ignored, Deadly Die where it hits.", SEED
    ),
    Clause(
        "GW-DIE-07", "A hit removes a figure; losses before flags; none left is eliminated.", CORE
    ),
    Clause("GW-FLAG-01", "Flags may be ignored, as many as the defender chooses up to Fl.", SEED),
    Clause("GW-FLAG-02", "Each flag left is one hex of retreat.", DEFAULT),
    Clause("GW-FLAG-03", "Retreats go toward the own side, by the owner's choice.", SERIES),
    Clause(
        "GW-FLAG-04",
        "Passable terrain never stops a retreat; impassable hexes and units do.",
        SERIES,
        "retreat_terrain_stops",
    ),
    Clause("GW-FLAG-05", "Each retreat hex that no route can make costs a figure.", SERIES),
    Clause(
        "GW-FLAG-06",
        "Soldiers attacked by a tank in close combat ignore no flags, but in buildings.",
        CORE,
        "tank_tankschreck",
    ),
)
"""The first half of the ledger, in its order."""
