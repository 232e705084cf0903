"""Hints that a tool's own name, text or schema contradicts."""
