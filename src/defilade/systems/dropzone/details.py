"""What a question about Dropzone may say besides: a place to look from, combined fire, an edge."""

from __future__ import annotations

from defilade.ruling import Cover, Entry, Firing, Movement, Sight
from defilade.systems.protocol import Details

DETAILS: Details = {
    Movement: {"takeoff": (True, False)},
    Sight: {"via": None},
    Cover: {"via": None, "combined": (True, False)},
    Firing: {"via": None, "combined": (True, False)},
    Entry: {"edge": None},
}
