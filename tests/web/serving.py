"""A server in a process of its own, and how Chromium is started: for tests, pictures, timings."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx

CODE = "from defilade.cli import main; main()"
CHROMIUM = os.environ.get("DEFILADE_CHROMIUM") or shutil.which("chromium") or ""
"""The browser's program: `DEFILADE_CHROMIUM` names it where it is not on the path."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
FAST = "{per_second = 10000.0, burst = 10000}"


class Served:
    """A running server: its address, and a way to take it away and bring it back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        limits = self.folder / "limits.toml"
        kinds = ("reading", "asking", "reckoning", "moving", "making")
        limits.write_text("\n".join(f"{kind} = {FAST}" for kind in kinds))
        database = f"sqlite:///{self.folder}/kept.db"
        command = [sys.executable, "-c", CODE, "serve", "--json", "--port", str(self.port)]
        command += ["--database", database, "--limits", str(limits)]
        with (self.folder / "errors.txt").open("w") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self.process.stdout is not None
        told = ""
        for line in self.process.stdout:
            told += line
            if line.rstrip() == "}":
                break
        self.port = int(json.loads(told)["address"].rsplit(":", 1)[1])
        self.wait()

    def wait(self) -> None:
        """Until it answers; raises `RuntimeError` with what it complained of where it ended."""
        assert self.process is not None
        while self.process.poll() is None:
            try:
                if httpx.get(f"{self.address}/api/v1/health", timeout=60).is_success:
                    return
            except httpx.ConnectError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "errors.txt").read_text()[-2000:])

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
