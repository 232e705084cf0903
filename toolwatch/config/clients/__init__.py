"""One file per MCP client whose configuration toolwatch can read."""
