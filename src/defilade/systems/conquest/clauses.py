"""Every clause of the Conquest ledger, by id, in the ledger's order.

Knows that there are these clauses and in our own short words what each says; the rules
themselves stand in the files named after the rulebook's chapters.
"""

from defilade.ruling import ClauseIndex
from defilade.systems.conquest.clauses_fighting import FIGHTING
from defilade.systems.conquest.clauses_moving import MOVING

CLAUSES = ClauseIndex("CQ", MOVING + FIGHTING)
"""The index that every reason of this system cites from."""
