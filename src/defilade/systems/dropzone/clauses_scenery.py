"""The clauses of destructible scenery, Collateral Damage and Garrisons.

Knows ids, short wordings and origins; part of the index in `clauses`.
"""

from __future__ import annotations

from defilade.ruling import Clause, Origin

_S, _C, _R, _D = Origin.SEED, Origin.CORE, Origin.READING, Origin.DEFAULT

SCENERY_AND_GARRISONS = (
    Clause("DZ-DES-01", "A Destructible piece is a target and falls at 0 DP", _S),
    Clause("DZ-DES-02", "It is hit on 2+ before modifiers", _S),
    Clause("DZ-DES-03", "A Critical costs it 1 DP and adds a Collateral token", _S),
    Clause("DZ-DES-04", "How Indirect, Destroyer, Devastator and Tech Killer treat scenery", _C),
    Clause(
        "DZ-DES-05",
        "An Area weapon hits scenery D3 times, without a template",
        _C,
        option="area_scenery_single_hit",
    ),
    Clause("DZ-DES-06", "10 or more starting DP: a D3 of inches and hits at its Armour", _S),
    Clause("DZ-DES-07", "The starting DP decide, not what is left", _S),
    Clause(
        "DZ-DES-08",
        "2D3 hits, rolled once, on each unit inside",
        _S,
        option="collapse_small_spares_occupants",
    ),
    Clause("DZ-DES-09", "10 or more leave flat Tough rubble, 9 or less nothing", _S),
    Clause(
        "DZ-DES-10",
        "Uncarried Objectives inside are lost",
        _S,
        option="collapse_kills_dropped_objective",
    ),
    Clause("DZ-DES-11", "Surviving occupants are placed as for abandoning, untested", _D),
    Clause("DZ-DES-12", "Tokens vanish with the piece; other scenery is unhurt", _D),
    Clause("DZ-COL-01", "Tokens resolve in Round Up, in occupied Garrisons at once as well", _C),
    Clause("DZ-COL-02", "A token hits the piece at Energy 4; a 6 always damages", _C),
    Clause("DZ-COL-03", "Each token also hits one squad inside, chosen at random once", _C),
    Clause("DZ-COL-04", "A token that damaged the piece stays, others go", _C),
    Clause("DZ-COL-05", "Two squads inside: 1-3 is the first, 4-6 the second", _C),
    Clause(
        "DZ-COL-06",
        "Flammable resolves its tokens at Energy 2",
        _S,
        option="flammable_squad_energy",
    ),
    Clause("DZ-COL-07", "Flame adds a token, two to Flammable scenery", _S),
    Clause("DZ-COL-08", "How likely a token damages its piece", _C),
    Clause("DZ-COL-09", "Hazard Suits re-roll Collateral hits that succeeded", _C),
    Clause("DZ-FEA-01", "The table of features: rules, Armour and DP by name", _C),
    Clause("DZ-FEA-02", "Features are presets; agreed values win", _C),
    Clause("DZ-GEN-01", "Only Infantry occupies a Garrison", _S),
    Clause(
        "DZ-GEN-02",
        "No more units inside than starting DP",
        _S,
        option="garrison_capacity_per_side",
    ),
    Clause("DZ-GEN-03", "Enter: coherent, one unit within 2 of an entrance, all go in", _S),
    Clause("DZ-GEN-04", "Inside, units leave the table for the centre or an edge", _S),
    Clause(
        "DZ-GEN-05",
        "One place for the whole squad on entering",
        _S,
        option="garrison_split_on_entry",
    ),
    Clause("DZ-GEN-06", "Not onto an edge that enemies hold", _R),
    Clause("DZ-GEN-07", "Infantry may disembark straight into a Garrison", _S),
    Clause("DZ-GEN-08", "Rapid Insertion disembarks in from any side", _C),
    Clause("DZ-GEN-09", "Occupants are measured from their edge, or the nearest", _D),
    Clause("DZ-GEX-01", "Leave: all units within 2, in coherency, no MV left", _S),
    Clause("DZ-GEX-02", "Abandoning places units in the same way", _S, option="garrison_unplaced"),
    Clause(
        "DZ-GEX-03",
        "Leaving moves the distance from the Garrison",
        _R,
        option="garrison_leave_counts_full_mv",
    ),
    Clause("DZ-GEX-04", "Who leaves may embark at once", _S),
    Clause("DZ-GEX-05", "More enemy than friendly squads inside: a test to leave", _S),
    Clause("DZ-GEX-06", "Failing costs the difference in DP, and the squad runs", _S),
    Clause("DZ-GEX-07", "The opponent with most squads inside allocates the loss", _S),
    Clause(
        "DZ-GEX-08",
        "The test holds for linked moves too",
        _R,
        option="garrison_linked_leave_untested",
    ),
    Clause(
        "DZ-GEX-09",
        "Choosing to fail counts as a die of 1",
        _R,
        option="fortitude_autofail_loss",
    ),
    Clause("DZ-GEX-10", "Bloodthirsty stays put while enemies are inside", _C),
    Clause("DZ-GMV-01", "Inside, each unit may take any edge, however far", _S),
    Clause("DZ-GMV-02", "It is an action, but stationary for M&F", _S),
    Clause("DZ-GMV-03", "Never onto an edge that holds an enemy", _S),
    Clause("DZ-GMV-04", "Back to the centre is allowed", _R, option="garrison_edges_only"),
    Clause("DZ-GSH-01", "Inside, only Close Quarters weapons, at any place", _S),
    Clause("DZ-GSH-02", "Close Quarters and other weapons never in one activation", _S),
    Clause("DZ-GSH-03", "Entered among enemies, then shooting: successes are re-rolled", _S),
    Clause(
        "DZ-GSH-04",
        "Out of an edge from any one point of it, as a Front arc",
        _S,
        option="garrison_fire_arc",
    ),
    Clause("DZ-GSH-05", "Inside Solid, nobody can be targeted from outside", _S),
    Clause(
        "DZ-GSH-06",
        "Except on an edge, measured to any one seen point of it",
        _S,
        option="garrison_corner_counts",
    ),
    Clause(
        "DZ-GSH-07",
        "Without Solid, the centre is targeted at the middle",
        _R,
        option="garrison_open_centre_hidden",
    ),
    Clause("DZ-GSH-08", "Edge targets have the covers their Garrison lists", _S),
    Clause("DZ-GSH-09", "Flame reaches the centre through an edge; misses burn friends inside", _C),
    Clause("DZ-GSH-10", "Area at an edge: D6 hits on every unit there", _C),
)
