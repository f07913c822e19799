"""Clauses on visibility, cover, hiding and plunging fire.

Knows what the ledger says, in our own short words; holds no rule.
"""

from defilade.ruling import Clause, Origin

SEED, CORE, READING, DEFAULT = Origin.SEED, Origin.CORE, Origin.READING, Origin.DEFAULT

SIGHT = (
    Clause(
        "WH-VIS-01",
        "A line of 1 mm from any part of one model to any part of the other.",
        CORE,
        "los_width_mm",
    ),
    Clause("WH-VIS-02", "Models of other units block, as upright cylinders.", CORE, "models_block"),
    Clause(
        "WH-VIS-03",
        "Visible is any part, fully visible every facing part; a unit by its models.",
        CORE,
    ),
    Clause(
        "WH-VIS-04",
        "Each facing part needs one free line; the silhouette itself does not decide.",
        READING,
    ),
    Clause(
        "WH-VIS-05",
        "Terrain adds cover, hiding, obscuring and solid to what it physically blocks.",
        SEED,
    ),
    Clause("WH-VIS-06", "Visibility is one model to one; only hiding makes it one-way.", CORE),
    Clause(
        "WH-VIS-07", "Visible to nobody named means visible to the unit that uses the rule.", CORE
    ),
    Clause(
        "WH-VIS-08",
        "Hidden, lone operative, physical lines, obscuring areas are tested in order.",
        SEED,
    ),
    Clause("WH-COV-01", "A unit has cover when every model in it meets a condition.", SEED),
    Clause("WH-COV-02", "INFANTRY, BEASTS or SWARM within any terrain area are in cover.", SEED),
    Clause(
        "WH-COV-03", "So is a model not fully visible because of features or obscuring areas.", SEED
    ),
    Clause("WH-COV-04", "Only terrain gives cover, not other models.", SEED),
    Clause("WH-COV-05", "Features of any category count where they hide a part.", SEED),
    Clause("WH-COV-06", "An area counts for cover when it counts for obscuring.", SEED),
    Clause("WH-COV-07", "Cover is judged for each attacking model.", SEED),
    Clause("WH-COV-08", "Cover worsens the ballistic skill by 1, once.", SEED),
    Clause(
        "WH-COV-09", "Fully visible or partly outside: no cover; all within or behind: cover.", SEED
    ),
    Clause("WH-COV-10", "Stealth, indirect fire and smoke give the same cover.", CORE),
    Clause("WH-COV-11", "IGNORES COVER takes it away.", CORE),
    Clause(
        "WH-HID-01",
        "A model on foot in an area with dense is hidden while its unit has not shot.",
        SEED,
        "hidden_area",
    ),
    Clause("WH-HID-02", "Hiding goes model by model; one shot reveals the unit.", SEED),
    Clause("WH-HID-03", "The turn before is the opponent's.", SEED),
    Clause("WH-HID-04", "In the first turn of the battle there is no turn before.", CORE),
    Clause(
        "WH-HID-05",
        "A hidden model is visible only within its detection range of 15.",
        SEED,
        "detection_range",
    ),
    Clause("WH-HID-06", "Detection range may be changed, between 9 and 30.", SEED),
    Clause(
        "WH-HID-07",
        "Partly behind Solid, a hidden model is detected 3 inches later.",
        CORE,
        "gone_to_ground",
    ),
    Clause(
        "WH-HID-08", "A hidden model near enough is seen; the enemy outside is seen by both.", SEED
    ),
    Clause(
        "WH-HID-09", "Damage from abilities does not reveal.", READING, "reveal_on_ability_damage"
    ),
    Clause("WH-OBS-01", "An area with light or dense features is obscuring.", SEED),
    Clause(
        "WH-OBS-02",
        "If every line crosses obscuring areas neither model is within, no sight.",
        SEED,
    ),
    Clause("WH-OBS-03", "Lines may be stopped by different areas; one free line is enough.", SEED),
    Clause("WH-OBS-04", "Obscuring works both ways.", SEED),
    Clause("WH-OBS-05", "An area has no height.", READING, "obscuring_height"),
    Clause("WH-OBS-06", "Touching an outline is not crossing it.", READING),
    Clause("WH-OBS-07", "Being within by a toe excludes the area.", SEED),
    Clause("WH-OBS-08", "With an area between all their models, no model sees another.", SEED),
    Clause("WH-SOL-01", "Dense features are Solid, others are not.", SEED),
    Clause("WH-SOL-02", "No line passes an enclosed gap of Solid at 3 inches or less.", SEED),
    Clause(
        "WH-SOL-03", "A gap across 3 inches is judged where the line passes.", READING, "solid_gap"
    ),
    Clause(
        "WH-SOL-04",
        "Windows, doors and small gaps between features are enclosed; open sides are not.",
        SEED,
        "auto_close_gaps_mm",
    ),
    Clause("WH-SOL-05", "A mission may change the solid height.", SEED, "solid_height"),
    Clause("WH-SOL-06", "Through the ground window no, through the upper one yes.", SEED),
    Clause("WH-SOL-07", "Solid does not change movement through.", SEED),
    Clause(
        "WH-PLG-01",
        "From 3 inches up, or TOWERING within 12, at ground level: skill better by 1.",
        SEED,
    ),
    Clause("WH-PLG-02", "Plunging fire is not for AIRCRAFT.", CORE),
    Clause("WH-PLG-03", "Its own elevation counts, not the difference.", READING),
    Clause("WH-PLG-04", "Indirect fire at the unseen does not plunge.", CORE),
    Clause("WH-LONE-01", "A lone operative is not visible beyond 12.", CORE),
)
