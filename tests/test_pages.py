"""The Python examples of the documentation run, and say what the pages say."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if ">>>" in page.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_of_a_page_is_true(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # where its classes say they live
    space = vars(module)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(BLOCK.findall(page.read_text("utf-8"))):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, space, f"block {number}", None, 0)
            runner.run(test, clear_globs=False)
            space.update(test.globs)
        elif "class " in block or "import " in block:
            code = "from __future__ import annotations\n" + block
            exec(compile(code, f"block {number}", "exec"), space)
    assert runner.summarize(verbose=False).failed == 0
