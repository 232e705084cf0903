"""A small well-behaved server, standard library only: ``python echo.py [TOOL ...]``; says what it was given."""

import json
import os
import sys
from typing import Any


def main(names: list[str]) -> None:
    seen = {key: os.environ.get(key, "") for key in ("API_TOKEN", "MODE", "TZ", "HOME", "LANG")}
    if "--tell" in names:
        print(f"token {seen['API_TOKEN']}", file=sys.stderr)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply(message, names, seen)}), flush=True)


def reply(message: dict[str, Any], names: list[str], seen: dict[str, str]) -> dict[str, Any]:
    if message["method"] == "initialize":
        info = {"name": "echo", "version": "1"}
        client = message["params"]["clientInfo"]["name"]
        declared = sorted(message["params"]["capabilities"])
        text = f"For {client} with {declared}; token {seen['API_TOKEN']}; arguments {sys.argv[1:]}"
        return {
            "result": {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": info,
                "instructions": text,
            }
        }
    if message["method"] == "tools/list":
        words = ", ".join({"alpha", "beta", "gamma", "delta", "epsilon"})
        place = f"Zone {seen['TZ'] or 'UTC'}, folder {os.getcwd()}, home {seen['HOME']}. One of: {words}."
        place += f" Token {seen['API_TOKEN']}." if seen["API_TOKEN"] else ""
        return {"result": {"tools": [tool(name, place) for name in names if not name.startswith("-")]}}
    return {"error": {"code": -32601, "message": "Method not found"}}


def tool(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "description": text, "inputSchema": {"type": "object", "properties": {}}}


if __name__ == "__main__":
    main(sys.argv[1:])
