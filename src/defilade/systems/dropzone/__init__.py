"""Dropzone Commander, second edition: scenery and garrisons."""

from defilade.systems.dropzone.system import SYSTEM

__all__ = ["SYSTEM"]
