"""Imported relatively by the server."""

COLOURS = ("red", "green", "blue")
