"""Clauses on measuring, terrain and movement.

Knows what the ledger says, in our own short words; holds no rule.
"""

from defilade.ruling import Clause, Origin

SEED, CORE, READING, DEFAULT = Origin.SEED, Origin.CORE, Origin.READING, Origin.DEFAULT

GROUND = (
    Clause(
        "WH-MEAS-01", "Distances are in inches, and anybody may measure anything at any time.", CORE
    ),
    Clause(
        "WH-MEAS-02",
        "A model is where its base is: measure between the closest parts of bases.",
        CORE,
    ),
    Clause("WH-MEAS-03", "A FRAME model is measured to and from its hull.", CORE),
    Clause(
        "WH-MEAS-04",
        "Within includes the limit; one part of one model is enough; wholly is every part.",
        CORE,
    ),
    Clause(
        "WH-MEAS-05",
        "Plain distances run straight through space; vertical limits are checked apart.",
        READING,
        "distance",
    ),
    Clause(
        "WH-MEAS-06",
        "A model is within an area when any part of its base is, seen from above.",
        READING,
        "area_touch",
    ),
    Clause(
        "WH-MEAS-07", "Touching bases are in contact; the player using a rule settles ties.", CORE
    ),
    Clause("WH-MEAS-08", "Base sizes are data of the unit.", DEFAULT),
    Clause(
        "WH-AREA-01",
        "An area is a mat with features, one feature, or a group that marks it out.",
        SEED,
    ),
    Clause("WH-AREA-02", "On a mat every feature stands wholly inside the boundary.", SEED),
    Clause(
        "WH-AREA-03", "The ground of the boundary, or of a lone feature, is the terrain area.", SEED
    ),
    Clause(
        "WH-AREA-04",
        "The map says where areas are, or the players agree; outlines are never guessed.",
        SEED,
    ),
    Clause(
        "WH-AREA-05",
        "A group of dense and light features is one area with all its categories.",
        SEED,
    ),
    Clause("WH-AREA-06", "On a mat the edge of the mat is the edge of the area.", SEED),
    Clause(
        "WH-AREA-07",
        "Features keep their own category; hiding and obscuring look at the whole area.",
        SEED,
    ),
    Clause("WH-CAT-01", "Every feature is exposed, light or dense.", SEED),
    Clause("WH-CAT-02", "Craters, razorwire and debris are exposed.", SEED),
    Clause("WH-CAT-03", "Barricades, low walls and statuary are light.", SEED),
    Clause("WH-CAT-04", "Buildings, ruins, containers and woods are dense.", SEED),
    Clause("WH-CAT-05", "A map may ask an area for categories; failing it is a warning.", SEED),
    Clause("WH-CAT-06", "A feature is a block, or sections with gaps and surfaces.", DEFAULT),
    Clause(
        "WH-TMV-01", "Everybody moves through exposed and light features at no extra cost.", SEED
    ),
    Clause("WH-TMV-02", "INFANTRY, BEASTS, SWARM and MOBILE move through dense features.", SEED),
    Clause(
        "WH-TMV-03", "INFANTRY, BEASTS and SWARM pass floors and ceilings of dense features.", SEED
    ),
    Clause(
        "WH-TMV-04",
        "Others move through dense sections of 2 inches or less that their base sweeps.",
        SEED,
    ),
    Clause(
        "WH-TMV-05",
        "Higher ones they climb up and down, not through floors, and not to end on top.",
        SEED,
    ),
    Clause(
        "WH-TMV-06",
        "A MONSTER cannot go through tall dense sections; it may climb like a VEHICLE.",
        SEED,
        "monster_climbs_dense",
    ),
    Clause(
        "WH-TMV-07",
        "The ban on ending on top wins over the keyword for what had to climb.",
        READING,
        "climber_ends_on_dense",
    ),
    Clause("WH-TMV-08", "A MOBILE model that climbs does so outside.", READING, "mobile_vertical"),
    Clause("WH-TMV-09", "Areas by themselves hinder nobody; only features do.", SEED),
    Clause(
        "WH-TMV-10",
        "Taking to the skies costs 2 inches; height is free and nothing is in the way.",
        CORE,
    ),
    Clause(
        "WH-TMV-11",
        "A super-heavy walker steps over models and sections of 4 inches or less.",
        CORE,
    ),
    Clause("WH-VERT-01", "Climbing is straight, within half an inch of the feature.", SEED),
    Clause("WH-VERT-02", "Ups and downs are added to everything moved so far.", SEED),
    Clause("WH-VERT-03", "Moving through costs no height; climbing costs it both ways.", SEED),
    Clause("WH-END-01", "Anybody may end on ground level.", SEED),
    Clause("WH-END-02", "Above ground needs a keyword, a stable stand and no overhang.", SEED),
    Clause(
        "WH-END-03",
        "No overhang is the base wholly inside the surface; touching its edge is fine.",
        SEED,
    ),
    Clause(
        "WH-END-04", "No model ends on another or partway through a wall, floor or ceiling.", CORE
    ),
    Clause(
        "WH-END-05",
        "No part of a model ends through an enclosed part at or below the solid height.",
        SEED,
    ),
    Clause("WH-END-06", "INFANTRY may climb a dense feature and end on top.", SEED),
    Clause(
        "WH-MV-01",
        "A move is straight legs and free turns, past friends, not enemies, on the table.",
        CORE,
    ),
    Clause("WH-MV-02", "A unit that cannot end its move goes back to where it began.", CORE),
    Clause(
        "WH-MV-03",
        "Stationary, normal up to M, or advance M plus a die; unengaged before and after.",
        CORE,
    ),
    Clause("WH-MV-04", "Falling back leaves an engagement; desperate escapes risk hazards.", CORE),
    Clause("WH-MV-05", "MONSTER and VEHICLE models pass through models that are neither.", CORE),
    Clause("WH-MV-06", "Each model moves by its own M.", CORE),
    Clause(
        "WH-MV-07",
        "A charge is 2D6 at enemies within 12; it must end engaged with its targets alone.",
        CORE,
    ),
    Clause("WH-ENG-01", "Engagement is 2 inches across and 5 up, both inclusive.", CORE),
    Clause("WH-ENG-02", "Units are set up unengaged and in coherency.", CORE),
    Clause(
        "WH-COH-01", "Each model within 2 across and 5 up of one other, and 9 and 5 of all.", CORE
    ),
    Clause(
        "WH-COH-02", "At the end of a turn incoherent units lose models until they cohere.", CORE
    ),
)
