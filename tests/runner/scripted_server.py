"""A chat-completions server for load: answers every request after a set time and counts what it was asked.

Run as ``python -m tests.runner.scripted_server DELAY COUNTFILE``; prints its port. Each request appends one byte to the
count file, so that another process can read how many there were at any time.
"""

import asyncio
import json
import sys
from pathlib import Path

CALL = {"id": "c", "type": "function", "function": {"name": "refund", "arguments": "{}"}}
BODY = json.dumps(
    {
        "id": "x",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [CALL]}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 5},
    }
).encode()
REPLY = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(BODY), BODY)


async def answer(delay: float, count: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
            await reader.readexactly(int(length.split(b":")[1]))
            with count.open("ab") as file:
                file.write(b".")
            await asyncio.sleep(delay)
            writer.write(REPLY)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main(delay: float, count: Path) -> None:
    server = await asyncio.start_server(lambda r, w: answer(delay, count, r, w), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]), Path(sys.argv[2])))
