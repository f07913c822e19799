"""What a question about Conquest may say besides: the legs of a March, what it means to occupy."""

from __future__ import annotations

from defilade.ruling import Movement
from defilade.systems.protocol import Details

DETAILS: Details = {Movement: {"legs": None, "occupy": None}}
