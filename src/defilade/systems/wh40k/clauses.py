"""Every clause of the ledger, in its order.

Knows the index alone; the clauses are in the files beside this one.
"""

from defilade.ruling import ClauseIndex
from defilade.systems.wh40k.clauses_fight import FIGHT
from defilade.systems.wh40k.clauses_ground import GROUND
from defilade.systems.wh40k.clauses_sight import SIGHT

CLAUSES = ClauseIndex("WH", (*GROUND, *SIGHT, *FIGHT))
"""All clauses."""
