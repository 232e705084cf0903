"""Makes ``rest.json``: the part of GitHub's REST description that the fake server checks requests against.

Take ``package/generated/api.github.com.deref.json`` out of the npm package ``@octokit/openapi`` (MIT licence) and run
``python -m tests.github.extract FILE``. Prose is left out: only what a request may look like is kept.
"""

import json
import sys
from pathlib import Path
from typing import Any

REST = Path(__file__).parent / "rest.json"

OPERATIONS = {
    "/user": ["get"],
    "/repos/{owner}/{repo}": ["get"],
    "/repos/{owner}/{repo}/issues": ["get", "post"],
    "/repos/{owner}/{repo}/issues/{issue_number}": ["patch"],
    "/repos/{owner}/{repo}/issues/{issue_number}/comments": ["get", "post"],
    "/repos/{owner}/{repo}/issues/comments/{comment_id}": ["patch"],
    "/repos/{owner}/{repo}/pulls": ["get", "post"],
    "/repos/{owner}/{repo}/pulls/{pull_number}": ["patch"],
    "/repos/{owner}/{repo}/git/ref/{ref}": ["get"],
    "/repos/{owner}/{repo}/git/refs": ["post"],
    "/repos/{owner}/{repo}/git/refs/{ref}": ["patch"],
    "/repos/{owner}/{repo}/contents/{path}": ["get", "put"],
}

PROSE = {"description", "example", "examples", "title", "summary", "externalDocs", "x-github", "deprecated"}


def extract(description: dict[str, Any]) -> dict[str, Any]:
    """Only the operations above, only what constrains a request."""
    return {
        "version": description["info"]["version"],
        "paths": {
            path: {method: _operation(description["paths"][path], method) for method in methods}
            for path, methods in OPERATIONS.items()
        },
    }


def _operation(path: dict[str, Any], method: str) -> dict[str, Any]:
    operation = path[method]
    parameters = [*path.get("parameters", ()), *operation.get("parameters", ())]
    kept = [{key: _bare(one[key]) for key in ("name", "in", "required", "schema") if key in one} for one in parameters]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return {"parameters": kept, **({"body": _bare(body)} if body else {})}


def _bare(schema: Any, *, named: bool = False) -> Any:
    """A schema without its prose; below ``properties`` every key is a name and stays."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _bare(value, named=key == "properties") for key, value in schema.items() if named or key not in PROSE}


if __name__ == "__main__":
    source = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    REST.write_text(json.dumps(extract(source), indent=1, sort_keys=True) + "\n", encoding="utf-8")
