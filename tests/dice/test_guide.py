"""The guide's examples run, and say what the guide says."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

GUIDE = Path(__file__).parents[2] / "docs" / "dice.md"


def test_every_example_of_the_guide_is_true(monkeypatch):
    module = ModuleType("guide")
    monkeypatch.setitem(sys.modules, "guide", module)  # where its classes say they live
    space = vars(module)
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 10
    runner = doctest.DocTestRunner()
    for number, block in enumerate(blocks):
        if block.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block, space, f"block {number}", None, 0)
            runner.run(test, clear_globs=False)
            space.update(test.globs)
        else:
            code = "from __future__ import annotations\n" + block
            exec(compile(code, f"block {number}", "exec"), space)
    assert runner.summarize(verbose=False).failed == 0
