"""The installed command in a process of its own: start-up, streams, colours, a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

HEAVY = ("numpy", "shapely", "pydantic", "pydantic_core", "yaml", "numba", "scipy", "asyncio")
BATTLE = str(files("defilade").joinpath("battles", "dropfleet.yaml"))
VOLLEY = "fire Heron -> Anvil with Lance"


def defilade(
    *args: str, stdin: str = "", cwd: Path | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    code = "from defilade.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **env},
        check=False,
    )


@pytest.mark.parametrize("args", [["--help"], ["--version"]])
def test_help_loads_nothing_heavy(args: list[str]) -> None:
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: sys.stderr.write('LOADED ' + ' '.join(sys.modules)))\n"
        "from defilade.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    loaded = done.stderr.split("LOADED ")[1].split()
    assert not set(HEAVY) & set(loaded)
    assert not [name for name in loaded if name.startswith("defilade.systems.dropfleet")]
    ours = [name for name in loaded if name.startswith("defilade")]
    assert len(ours) < 70


def test_colours_only_where_somebody_sees_them() -> None:
    forced = defilade("ask", BATTLE, VOLLEY, FORCE_COLOR="1", COLUMNS="44")
    unwanted = defilade("ask", BATTLE, VOLLEY, FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b[1;32m" in forced.stdout
    assert "\x1b[32m" not in unwanted.stdout
    assert "\x1b[1;32m" not in unwanted.stdout
    shown = re.sub(r"\x1b\[[0-9;]*m", "", forced.stdout)
    assert max(map(len, shown.splitlines())) <= 44


def test_a_terminal_that_knows_only_ascii_gets_ascii() -> None:
    done = defilade("odds", BATTLE, VOLLEY, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "####" in done.stdout


def test_a_reader_that_stops_early_is_no_bug() -> None:
    code = "from defilade.cli import main; main()"
    done = subprocess.run(
        f'"{sys.executable}" -c "{code}" clauses dropfleet | head -n 1',
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


def test_a_script_that_went_wrong_and_quits_exits_1() -> None:
    done = defilade("play", BATTLE, stdin="undo\nquit\n")
    assert done.returncode == 1
    assert "there is nothing to undo" in done.stderr
    assert "Traceback" not in done.stderr


def test_at_a_terminal_an_empty_line_rolls_the_dice() -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from defilade.cli import main; main()",
            *("play", BATTLE, "--seed", "a"),
        ],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    os.write(master, f"{VOLLEY}\nresolve\n\nquit\n".encode())
    out, err = process.communicate(timeout=60)
    os.close(master)
    os.close(slave)
    assert process.returncode == 0, err
    assert "of 5+" in out
