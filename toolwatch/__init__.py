"""toolwatch: a type checker and a test suite for MCP tool descriptions."""

__version__ = "0.1.0"
