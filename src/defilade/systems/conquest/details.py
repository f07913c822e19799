"""What a question about Conquest may say besides: legs of a March, what it takes or seeks."""

from __future__ import annotations

from defilade.ruling import Movement
from defilade.systems.protocol import Details

DETAILS: Details = {Movement: {"legs": None, "occupy": None, "seeking": None}}
