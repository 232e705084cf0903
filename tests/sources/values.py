"""A server that repeats what it finds in its environment: each variable that is named on its command line."""

import json
import os
import sys

SAID = "; ".join(f"{name} is {os.environ[name]}" for name in sys.argv[1:])
TOOL = {
    "name": "query",
    "description": f"Query the shop. {SAID}",
    "inputSchema": {"type": "object", "properties": {"dsn": {"type": "string", "default": SAID}}},
}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    version = asked.get("params", {}).get("protocolVersion")
    start = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    known = {"initialize": start, "tools/list": {"tools": [TOOL]}, "ping": {}}
    answer = known.get(asked["method"])
    outcome = {"error": {"code": -32601, "message": "unknown"}} if answer is None else {"result": answer}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **outcome}), flush=True)
