"""A tool as a model receives it, after what a client or a provider made of its name, text and schema."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from toolwatch.model.tool import Schema, Tool


@dataclass(frozen=True, slots=True)
class SentTool:
    """What is sent in place of one tool; ``notes`` say in words what was converted, empty where nothing was."""

    tool: str
    """The tool's own name, which answers are mapped back to."""
    name: str
    description: str
    schema: Schema
    notes: tuple[str, ...] = ()


Convert = Callable[[Sequence[Tool]], tuple[SentTool, ...]]
"""Turns a list of tools into what one client or provider sends, in the same order; a tool left out is not sent."""
