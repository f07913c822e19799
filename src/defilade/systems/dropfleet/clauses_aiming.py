"""Clauses on dice, sequence, range, arcs, targets, spikes, allocation and hitting.

Knows what the ledger says, in our own short words; holds no rule.
"""

from defilade.ruling import Clause, Origin

SEED, CORE, READING = Origin.SEED, Origin.CORE, Origin.READING

AIMING = (
    Clause("DF-DIC-01", "Dice have six sides; n+ succeeds on a face of n or more.", CORE),
    Clause("DF-DIC-02", "A D3 is half a six-sided die, rounded up.", CORE),
    Clause("DF-DIC-03", "A modifier moves the number needed, never the die.", CORE),
    Clause("DF-DIC-04", "Modifiers never make a roll certain or impossible: 2+ to 6+.", CORE),
    Clause("DF-DIC-05", "To hit, a 1 always misses and a 6 always hits.", SEED),
    Clause("DF-DIC-06", "A re-rolled die stands, even if worse, and is not rolled again.", CORE),
    Clause("DF-DIC-07", "An open question of rules may be settled by one die, 1-3 or 4-6.", CORE),
    Clause(
        "DF-SEQ-01",
        "A group fires once the group has moved; no ship of it before.",
        SEED,
        "strict_group_move",
    ),
    Clause(
        "DF-SEQ-02",
        "Firing has seven steps: range and arc, allocate, to hit, total, saves, crippling, "
        "catastrophe.",
        SEED,
    ),
    Clause("DF-SEQ-03", "Nobody has to fire: fewer weapons than allowed, or none.", SEED),
    Clause("DF-SEQ-04", "The ship's order says whether it may fire at all.", SEED),
    Clause("DF-SEQ-05", "A turn is planning, activation in alternation, then the roundup.", CORE),
    Clause(
        "DF-SEQ-06",
        "A ship turns, moves, then fires; spikes of its order come at the end of its activation.",
        CORE,
    ),
    Clause("DF-RNG-01", "A target must be inside both the weapon's range and its arc.", SEED),
    Clause(
        "DF-RNG-02",
        "Weapon range is the firer's Scan plus the target's current Signature.",
        SEED,
        "range_inclusive",
    ),
    Clause("DF-RNG-03", "Range is worked out for each pair: name the target first.", SEED),
    Clause("DF-RNG-04", "No other limit: distance neither ends nor weakens a shot.", SEED),
    Clause("DF-RNG-05", "Range is checked before arc; in range alone is not enough.", SEED),
    Clause("DF-RNG-06", "Close Action reaches the firer's Scan; Signature adds nothing.", SEED),
    Clause("DF-RNG-07", "Distances run from flight stem to flight stem.", CORE),
    Clause("DF-RNG-08", "What changes Scan changes range at once.", CORE),
    Clause(
        "DF-RNG-09", "Of two Signatures the larger holds with shields up, else the smaller.", CORE
    ),
    Clause("DF-ARC-01", "A weapon's arcs are those of its line; the target must be in one.", SEED),
    Clause(
        "DF-ARC-02",
        "Front, both sides and rear are 90 degrees each; Front Narrow is 22 on the facing.",
        CORE,
        "narrow_arc_degrees",
    ),
    Clause("DF-ARC-03", "A slash means any of these; a bare S is both sides.", CORE),
    Clause("DF-ARC-04", "Arcs turn with the firer's facing around its flight stem.", CORE),
    Clause(
        "DF-ARC-05",
        "A stem exactly on a dividing line is in both arcs, one at the same point in all.",
        READING,
        "arc_boundary",
    ),
    Clause("DF-ARC-06", "One target in range and arc is enough to fire, at such only.", SEED),
    Clause("DF-ARC-07", "The target's own facing never matters.", SEED),
    Clause("DF-TGT-01", "Friendly ships are never fired upon.", SEED),
    Clause("DF-TGT-02", "Ships never block fire and give no cover.", SEED),
    Clause("DF-TGT-03", "Scenery may: large objects block, debris and rings hinder.", CORE),
    Clause(
        "DF-TGT-04",
        "Targets are enemy ships, enemy or neutral stations and sectors; launch assets are not.",
        SEED,
    ),
    Clause("DF-TGT-05", "Each weapon system has its own target.", SEED),
    Clause("DF-SPK-01", "Orders, weapons, damage, scans and launches can spike a ship.", SEED),
    Clause("DF-SPK-02", 'A Minor spike adds 6" to Signature, a Major 12" in all.', SEED),
    Clause("DF-SPK-03", "A ship has one spike at most; a second Minor makes it Major.", SEED),
    Clause("DF-SPK-04", "A Major spike takes no further spikes, and none are stored.", SEED),
    Clause("DF-SPK-05", "The larger Signature lasts exactly as long as the spike.", SEED),
    Clause("DF-SPK-06", 'Example: Signature 6" goes 12", 18" and back to 6".', SEED),
    Clause("DF-SPK-07", "Spikes are open to everybody.", SEED),
    Clause(
        "DF-SPK-08",
        "Standard orders take one Minor off as the activation starts; Major becomes Minor.",
        CORE,
    ),
    Clause("DF-SPK-09", "A spike on a silent ship only ends its Silent Running.", CORE),
    Clause(
        "DF-SPK-10",
        "Until crippled, Full Cloak takes no spike and Partial Cloak no more than a Minor.",
        CORE,
    ),
    Clause("DF-SPK-11", "Space stations never have spikes.", CORE),
    Clause("DF-SPK-12", "A ship that launches anything gains a Minor spike.", CORE),
    Clause("DF-ALL-01", "Attack is how many dice the weapon rolls each time.", SEED),
    Clause("DF-ALL-02", "A target gets all dice of the weapon aimed at it.", SEED),
    Clause("DF-ALL-03", "Dice of one weapon system are not divided.", SEED),
    Clause("DF-ALL-04", "Each weapon system that may fire is allocated in turn.", SEED),
    Clause("DF-ALL-05", "A random Attack is rolled each time, before its dice are placed.", SEED),
    Clause(
        "DF-ALL-06",
        "The whole group allocates before any roll to hit; dice on a lost target are lost.",
        SEED,
    ),
    Clause("DF-ALL-07", "Rolling weapons together changes no result.", SEED),
    Clause("DF-ALL-08", "Weapons with one Linked number are one system; targets may differ.", CORE),
    Clause("DF-ALL-09", "Of lines with one Alt number a ship fires one in a turn.", CORE),
    Clause("DF-ALL-10", "A weapon fires once an activation, a limited one X times a game.", CORE),
    Clause("DF-ALL-11", "Fusillade adds X attack dice on Weapons Free.", CORE),
    Clause(
        "DF-ALL-12",
        "X or more of a Squadron (X) weapon on one target give one of them 3 more dice.",
        CORE,
    ),
    Clause("DF-CA-01", "Close Action reaches as far as the firer's Scan, in arc.", SEED),
    Clause("DF-CA-02", "Close Action fires besides the systems the order allows.", SEED),
    Clause("DF-CA-03", "A ship that may fire no weapon systems may fire no Close Action.", SEED),
    Clause("DF-CA-04", "Close Action is not fired into or out of Atmosphere.", SEED),
    Clause("DF-CA-05", "Nor while in Atmosphere, unless a rule names it.", SEED),
    Clause("DF-CA-06", "Between High and Low Orbit it fires at the usual +1 to Lock.", SEED),
    Clause(
        "DF-CA-07",
        "Close Action hits face Point Defence; Beam does not, Swarmer costs one success more.",
        CORE,
    ),
    Clause("DF-HIT-01", "A die at or above the modified Lock hits.", SEED),
    Clause("DF-HIT-02", "1 always misses and 6 always hits.", SEED),
    Clause(
        "DF-HIT-03",
        "In Atmosphere Lock is 6+ flat; else printed Lock, layers, scenery, bonuses, then clamp.",
        READING,
    ),
    Clause("DF-CRT-01", "Two or more above Lock is critical: no armour save.", SEED),
    Clause(
        "DF-CRT-02",
        "Criticals count from the Lock after modifiers and clamping.",
        READING,
        "crit_uses",
    ),
    Clause("DF-CRT-03", "Example: Lock 4+ is critical on 6, Lock 3+ on 5 and 6.", SEED),
    Clause("DF-CRT-04", "Passive countermeasures still save against criticals.", SEED),
    Clause(
        "DF-CRT-05",
        "Reinforced Armour needs three above Lock, Calibre H or S one; Particle is always "
        "critical and unsaved.",
        CORE,
    ),
    Clause("DF-CRT-06", "All damage points of a critical are critical.", CORE),
)
"""The first half of the ledger, in its order."""
