"""Defilade adjudicates tabletop wargames."""
