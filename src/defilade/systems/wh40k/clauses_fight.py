"""Clauses on shooting, attacks, objectives and turns.

Knows what the ledger says, in our own short words; holds no rule.
"""

from defilade.ruling import Clause, Origin

SEED, CORE, READING, DEFAULT = Origin.SEED, Origin.CORE, Origin.READING, Origin.DEFAULT

FIGHT = (
    Clause("WH-SHO-01", "Each unit shoots once in its phase, in one way.", CORE),
    Clause("WH-SHO-02", "Normal: unengaged and not advanced.", CORE),
    Clause("WH-SHO-03", "Assault: unengaged, advanced, ASSAULT weapons only.", CORE),
    Clause("WH-SHO-04", "Close quarters: engaged, with such weapons, or the large at -1.", CORE),
    Clause(
        "WH-SHO-05", "Indirect: unseen targets, with cover, no re-rolls, 1-5 or 1-3 fails.", CORE
    ),
    Clause(
        "WH-SHO-06",
        "A target is visible, in range and unengaged; the large may be shot at -1.",
        CORE,
    ),
    Clause(
        "WH-SHO-07", "Snap shooting hits on unmodified sixes only, within 24.", CORE, "snap_torrent"
    ),
    Clause("WH-SHO-08", "On foot, close-quarters weapons or the others, not both.", CORE),
    Clause("WH-SHO-09", "A ranged attack is remembered by its turn.", SEED),
    Clause("WH-ATK-01", "Gather dice, then hit, wound, save, damage.", CORE),
    Clause("WH-ATK-02", "Only identical attacks are rolled together.", CORE),
    Clause("WH-ATK-03", "To hit: 1 fails, 6 is critical, else the skill.", CORE),
    Clause("WH-ATK-04", "To wound: strength against toughness; 1 fails, 6 is critical.", CORE),
    Clause("WH-ATK-05", "An attached unit uses its bodyguard's toughness.", CORE),
    Clause("WH-SAV-01", "Groups: wounded first, CHARACTER last.", CORE),
    Clause("WH-SAV-02", "Save dice are dealt from the lowest up.", CORE),
    Clause("WH-SAV-03", "Both saves are tried; a 1 fails.", CORE),
    Clause("WH-DMG-01", "Surplus damage is lost; random damage is rolled for each.", CORE),
    Clause("WH-DMG-02", "Feel No Pain may keep each wound.", CORE),
    Clause("WH-MW-01", "Mortal wounds come one by one, without saves, and carry over.", CORE),
    Clause("WH-MW-02", "A hazard roll of 1-2 hurts.", CORE),
    Clause("WH-MOD-01", "Cover and plunging change the skill, kept between 2+ and 6+.", CORE),
    Clause("WH-MOD-02", "Roll modifiers sum to at most 1 either way.", CORE),
    Clause("WH-MOD-03", "Modifiers have an order and limits.", CORE),
    Clause("WH-MOD-04", "Re-roll once, before modifiers.", CORE),
    Clause(
        "WH-MOD-05", "Ignoring roll modifiers keeps cover; ignoring skill modifiers does not.", CORE
    ),
    Clause("WH-WPN-01", "ANTI: lower critical wounds against a keyword.", CORE),
    Clause("WH-WPN-02", "BLAST: more dice for each five models.", CORE),
    Clause("WH-WPN-03", "DEVASTATING WOUNDS: mortal wounds that hurt one model each.", CORE),
    Clause("WH-WPN-04", "HEAVY: +1 to hit when hardly moved.", CORE),
    Clause("WH-WPN-05", "LETHAL HITS: critical hits may wound by themselves.", CORE),
    Clause("WH-WPN-06", "MELTA: more damage within half range.", CORE),
    Clause("WH-WPN-07", "RAPID FIRE: more dice within half range.", CORE),
    Clause("WH-WPN-08", "SUSTAINED HITS: critical hits give more.", CORE),
    Clause("WH-WPN-09", "TORRENT: hits by itself.", CORE),
    Clause("WH-WPN-10", "TWIN-LINKED: wound rolls may be re-rolled.", CORE, "reroll"),
    Clause("WH-WPN-11", "PRECISION: a visible CHARACTER may be hit first.", CORE),
    Clause("WH-WPN-12", "PSYCHIC: may ignore modifiers to skill and hit roll.", CORE),
    Clause("WH-WPN-13", "HAZARDOUS: a hazard roll for each such weapon.", CORE),
    Clause("WH-WPN-14", "LANCE: +1 to wound after a charge.", CORE),
    Clause("WH-WPN-15", "ONE SHOT is fired once in a battle.", CORE),
    Clause("WH-WPN-16", "An ability may be limited to a keyword.", CORE),
    Clause("WH-WPN-17", "The same ability twice does not add up.", CORE),
    Clause("WH-OBJ-01", "An objective's terrain area is the objective.", CORE),
    Clause("WH-OBJ-02", "The higher total of control holds it; a tie nobody.", CORE),
    Clause("WH-OBJ-03", "A secured objective stays until outnumbered.", CORE),
    Clause("WH-OBJ-04", "Outside areas a 40 mm marker reaches 3 inches and 5 up.", CORE),
    Clause("WH-OBJ-05", "Control and securing are events.", SEED),
    Clause("WH-MOR-01", "Battle-shock: 2D6 of leadership; shocked units control nothing.", CORE),
    Clause("WH-MOR-02", "Half strength by models, or by wounds for one.", CORE),
    Clause("WH-RND-01", "A round is both turns, of five phases; both gain a command point.", CORE),
    Clause("WH-RND-02", "Ingress near edges, deep strike, both more than 8 away.", CORE),
)
