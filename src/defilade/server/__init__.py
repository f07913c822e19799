"""The HTTP server: everything below it as an API, and tables that several people share.

Knows requests, links and limits; no rule of its own, no game by name.

    from defilade.server import Settings, create_app
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defilade.server.settings import Limits, Rate, Settings

if TYPE_CHECKING:
    from defilade.server.app import create_app

__all__ = ["Limits", "Rate", "Settings", "create_app"]


def __getattr__(name: str) -> Any:
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from defilade.server.app import create_app

    return create_app
