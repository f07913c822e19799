"""The names at the top: all there, each the one of its home, none loaded before its time."""

import ast
import subprocess
import sys
from pathlib import Path

import defilade


def test_every_name_is_there_and_typed() -> None:
    tree = ast.parse(Path(str(defilade.__file__)).read_text("utf-8"))
    typed = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert typed == set(defilade.__all__)
    for name in defilade.__all__:
        assert getattr(defilade, name) is not None


def test_the_top_loads_nothing_by_itself() -> None:
    code = "import sys, defilade; print(sorted(m for m in sys.modules if m.startswith('defilade')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['defilade']"
