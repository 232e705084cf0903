"""Whether a break has its proof: looked up in the two lists by other means than the diff's own."""

import re
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator

from toolwatch.model.change import Change, Compat, Witness

Said = Mapping[str, Any]


def unaccounted(change: Change) -> bool:
    """Whether it breaks, with neither a witness nor a reason why there is none."""
    witness = change.witness
    return change.compat is Compat.BREAKING and (witness is None or not (witness.found or witness.reason.strip()))


def is_message(witness: Witness | None) -> bool:
    """Whether a witness is a whole message of the protocol."""
    said = witness.instance if witness is not None and witness.found else None
    return isinstance(said, dict) and ({"method", "params"} == said.keys() or {"result"} == said.keys())


def holds(change: Change, before: Said, after: Said) -> bool:
    """Whether a whole message is right by the one list, and wrong by the other."""
    assert change.witness is not None
    said = change.witness.instance
    if "result" in said:
        old, new = (_by(side, "tools", "name", change.tool) for side in (before, after))
        return change.witness.valid_under == "after" and bool(
            old and new and "outputSchema" in old and "outputSchema" not in new and "structuredContent" not in said
        )
    taken = {"tools/call": _called, "prompts/get": _got, "resources/read": _read}[said["method"]]
    return change.witness.valid_under == "before" and taken(said["params"], before) and not taken(said["params"], after)


def _by(side: Said, surface: str, key: str, name: str) -> dict[str, Any] | None:
    return next((one for one in side.get(surface) or () if one.get(key) == name), None)


def _called(params: Said, side: Said) -> bool:
    tool = _by(side, "tools", "name", params["name"])
    if tool is None:
        return False
    support = (tool.get("execution") or {}).get("taskSupport", "forbidden")
    if support == ("forbidden" if "task" in params else "required"):
        return False
    kind = Draft7Validator if "draft-07" in str(tool["inputSchema"].get("$schema")) else Draft202012Validator
    return bool(kind(tool["inputSchema"]).is_valid(params["arguments"]))


def _got(params: Said, side: Said) -> bool:
    prompt = _by(side, "prompts", "name", params["name"])
    if prompt is None:
        return False
    needed = {one["name"] for one in prompt.get("arguments") or () if one.get("required")}
    return needed.issubset(params["arguments"])


def _read(params: Said, side: Said) -> bool:
    if _by(side, "resources", "uri", params["uri"]) is not None:
        return True
    templates = [one["uriTemplate"] for one in side.get("resourceTemplates") or ()]
    return any(re.fullmatch(_pattern(template), params["uri"]) for template in templates)


def _pattern(template: str) -> str:
    parts = re.split(r"(\{[^}]*\})", template)
    return "".join(".*" if part.startswith("{") else re.escape(part) for part in parts)
