"""Azure MCP's prompt list: Markdown tables with the columns Tool Name and Test Prompt."""

import re
from collections.abc import Iterator

from toolwatch.model.position import Position
from toolwatch.suites.base import Draft, Importer, Skipped, Source

_ESCAPE = re.compile(r"\\([\\`*_{}\[\]<>()#+.!|-])")
_CELLS = re.compile(r"(?<!\\)\|")


class Azure(Importer):
    """Markdown tables of tool names and prompts, one tool's prompts below each other; headings are categories."""

    name = "azure"

    def recognises(self, source: Source) -> bool:
        """A Markdown file with such a table."""
        return source.path.suffix.lower() in (".md", ".markdown") and any(
            _columns(line) is not None for line in source.lines
        )

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each row."""
        heading, columns = "", None
        for number, line in enumerate(source.lines, 1):
            if line.startswith("#"):
                heading, columns = line.lstrip("#").strip(), None
            elif not line.strip().startswith("|"):
                columns = None
            elif columns is None:
                columns = _columns(line)
            elif not set(line) <= set("|:- \t"):
                yield _row(_cells(line), columns, heading, Position(source.name, number))


def _cells(line: str) -> list[str]:
    return [_ESCAPE.sub(r"\1", cell.strip()) for cell in _CELLS.split(line.strip().strip("|"))]


def _columns(line: str) -> tuple[int, int] | None:
    """Places of the tool and the prompt, when the line is such a table's head."""
    names = [cell.lower() for cell in _cells(line)] if line.strip().startswith("|") else []
    tools = [at for at, name in enumerate(names) if name in ("tool name", "tool", "command")]
    prompts = [at for at, name in enumerate(names) if name in ("test prompt", "prompt", "user prompt")]
    return (tools[0], prompts[0]) if tools and prompts else None


def _row(cells: list[str], columns: tuple[int, int], heading: str, position: Position) -> Draft | Skipped:
    if max(columns) >= len(cells) or not all(cells[at] for at in columns):
        return Skipped(position, "the row has no tool or no prompt")
    tool, prompt = (cells[at].strip("`") for at in columns)
    return Draft(prompt, (tool,), position, category=heading)
