"""PNG where the extra is installed, and the line to type where it is not."""

from __future__ import annotations

import sys

import pytest

from defilade.dice import Odds
from defilade.drawing import PngUnavailable, Series, odds_svg, png


def test_png_is_written_at_the_scale_asked_for() -> None:
    pytest.importorskip("vl_convert")
    image = png(odds_svg([Series("", Odds({0: 0.5, 1: 0.5}))], title="t"), scale=0.5)
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == 380


def test_without_the_extra_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(PngUnavailable, match=r"pip install 'defilade\[png\]'"):
        png("<svg/>")
