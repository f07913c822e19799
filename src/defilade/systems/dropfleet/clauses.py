"""Every clause of the Dropfleet ledger, by id, in the ledger's order.

Knows that there are these clauses and in our own short words what each says; the rules
themselves stand in the files named after the rulebook's chapters.
"""

from defilade.ruling import ClauseIndex
from defilade.systems.dropfleet.clauses_aiming import AIMING
from defilade.systems.dropfleet.clauses_effects import EFFECTS

CLAUSES = ClauseIndex("DF", AIMING + EFFECTS)
"""The index that every reason of this system cites from."""
