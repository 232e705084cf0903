"""toolwatch: a type checker and a test suite for MCP tool descriptions."""

from typing import Any

from toolwatch.version import VERSION

__version__ = VERSION
__all__ = ["__version__", "digest"]


def digest(tools: Any, *, prefix: str = "") -> str:
    """The digest of a tool list as a model is sent it, to be logged with every agent run.

    It is the ``as_sent`` of the list's snapshot, so that ``toolwatch show DIGEST`` finds the commit and prints what the
    model saw then. A list of one tool has the digest by which ``toolwatch show`` finds that tool alone.

    Args:
        tools: the definitions in the order they are sent: MCP tools, or what OpenAI, Anthropic, Gemini or Bedrock take.
        prefix: what the agent puts before this server's tool names (``mcp__shop__``): only tools that have it count,
            and it is taken off.

    Raises:
        TypeError: something in ``tools`` is no tool definition.
    """
    from toolwatch.snapshot import digests, shapes

    sent = shapes.sent(tools)
    if prefix:
        named = [tool for tool in sent if str(tool["name"]).startswith(prefix)]
        sent = [{**tool, "name": str(tool["name"])[len(prefix) :]} for tool in named]
    return digests.as_sent(sent)
