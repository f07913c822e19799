"""Documents to YAML texts that people like to read and that our reader reads back.

Knows YAML's shapes; no key and no system. Numbers written as texts stand without quotes,
for our reader takes every value as the text that it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

_DIGITS = re.compile(r"(0|[1-9]\d{0,5})\Z")
_TEXT, _WHOLE = "tag:yaml.org,2002:str", "tag:yaml.org,2002:int"


def document_yaml(values: Mapping[str, Any]) -> str:
    """A document of JSON values as YAML: short lists in one line, no anchors."""
    text: str = yaml.dump(
        dict(values),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=96,
    )
    return text


class _Dumper(yaml.SafeDumper):
    """A value that occurs twice is written twice: our reader takes no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always."""
        return True


def _represent_text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar(_WHOLE if _DIGITS.match(text) else _TEXT, text)


def _represent_number(dumper: _Dumper, number: float) -> yaml.ScalarNode:
    if number.is_integer():
        return dumper.represent_scalar(_WHOLE, str(int(number)))
    return dumper.represent_float(number)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(float, _represent_number)
