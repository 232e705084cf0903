"""Identifies a suite by what it says: the same cases in another file, or moved by a line, are the same suite."""

import hashlib
import json
from dataclasses import asdict

from toolwatch.model.suite import Suite


def of(suite: Suite) -> str:
    """SHA-256 of the suite without file names, positions, notes and the digest itself, as ``sha256:HEX``."""
    data = asdict(suite)
    for name in ("digest", "file", "folder"):
        del data[name]
    for thing in (*data["cases"], *data["boundaries"]):
        del thing["position"]
    for case in data["cases"]:
        del case["note"]
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()
