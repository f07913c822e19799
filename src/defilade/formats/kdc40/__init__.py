"""Terrain in 40kdc's JSON: layouts, templates, deployment maps, hulls and bases.

Knows the files' words and their geometry (y down, centroids, clockwise turns); no rule.
"""

from defilade.formats.kdc40.audit import audited
from defilade.formats.kdc40.bases import read_bases
from defilade.formats.kdc40.neutral import layout_of
from defilade.formats.kdc40.read import Terrain, read_terrain, terrain_document, terrain_json
from defilade.formats.kdc40.resolve import Placed, Unresolved, resolved

__all__ = [
    "Placed",
    "Terrain",
    "Unresolved",
    "audited",
    "layout_of",
    "read_bases",
    "read_terrain",
    "resolved",
    "terrain_document",
    "terrain_json",
]
