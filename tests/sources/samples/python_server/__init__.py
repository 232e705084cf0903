"""A package with an MCP server, for tests."""
