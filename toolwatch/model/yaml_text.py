"""JSON values as YAML in which every text stays a text, whichever version of YAML the reader knows."""

import math
import re
from typing import Any

import yaml

from toolwatch.model.tool import Json

_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?0[oxb][0-9a-fA-F_]+")
"""What YAML 1.2 reads as a number; PyYAML quotes what YAML 1.1 does, and `1e3` is none there."""


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: _Dumper, value: str) -> yaml.Node:
    style = "'" if _NUMBER.fullmatch(value) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


def _float(dumper: _Dumper, value: float) -> yaml.Node:
    if math.isinf(value):  # `.inf` is a text to who reads YAML as JSON
        return dumper.represent_scalar("tag:yaml.org,2002:float", "1.0e+999" if value > 0 else "-1.0e+999")
    return dumper.represent_float(value)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(float, _float)


def dumps(value: Json, *, allow_unicode: bool = False, width: int = 120, flow: bool = False) -> str:
    """Spell ``value``, keys in their order.

    Raises:
        RecursionError: it nests hundreds of levels deep.
    """
    settings: dict[str, Any] = {"allow_unicode": allow_unicode, "width": width, "default_flow_style": flow}
    return str(yaml.dump(value, Dumper=_Dumper, sort_keys=False, **settings))
