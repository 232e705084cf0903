"""Scores over releases, as text, as JSON lines and as a picture."""

from collections.abc import Sequence
from html import escape

from toolwatch.model.inert import one_line
from toolwatch.model.release import ReleaseLine
from toolwatch.report.columns import aligned
from toolwatch.report.escape import markup

NOTHING = "-"
"""Stands for what would be counted over nothing: no task of the release was answered."""
_BARS = "▁▂▃▄▅▆▇█"
_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 240, 48, 40
_COLOURS = ("#1f6feb", "#bf3989", "#1a7f37", "#9a6700", "#8250df", "#cf222e")


def history_text(lines: Sequence[ReleaseLine]) -> str:
    """A block per suite and model: a bar picture of the right-tool share, then a row per release, oldest first."""
    if not lines:
        return "no release is recorded yet; `toolwatch release TAG` records one\n"
    blocks = []
    for (suite, model), mine in _groups(lines).items():
        bars = "".join(_bar(line) for line in mine)
        rows = [_row(line) for line in mine]
        head = f"{one_line(suite, 60)} under {one_line(model, 80)}  {bars}"
        names = "release", "right tool", "right arguments", "calls/task", "precision", "recall"
        blocks.append("\n".join((head, *aligned((names, *rows)))))
    return "\n\n".join(blocks) + "\n"


def history_json(lines: Sequence[ReleaseLine]) -> str:
    """The lines as they lie in the file."""
    return "".join(f"{line.model_dump_json()}\n" for line in lines)


def history_svg(lines: Sequence[ReleaseLine]) -> str:
    """A line chart of the right-tool share, one line per suite and model; no script, no link, no font to fetch."""
    groups = _groups(lines)
    height = _TOP + _HEIGHT + 40 + 18 * len(groups)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH + 80} {height}" role="img" '
        'font-family="sans-serif" font-size="12">',
        "<title>Share of requests that reach the right tool, by release</title>",
        f'<rect width="{_WIDTH + 80}" height="{height}" fill="#ffffff"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(f'<line x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{y}" y2="{y}" stroke="#d0d7de"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end" fill="#57606a">{percent} %</text>')
    for index, ((suite, model), mine) in enumerate(groups.items()):
        colour = _COLOURS[index % len(_COLOURS)]
        points = [
            (_x(at, len(mine)), _y(line.right_tool / line.tasks), line) for at, line in enumerate(mine) if line.answered
        ]
        path = " ".join(f"{x},{y}" for x, y, _ in points)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{path}"/>')
        for x, y, line in points:
            label = f"{line.release}: {line.right_tool}/{line.tasks}"
            parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"><title>{_inert(label)}</title></circle>')
        y = _TOP + _HEIGHT + 40 + 18 * index
        parts.append(f'<text x="{_LEFT}" y="{y}" fill="{colour}">{_inert(f"{suite} under {model}")}</text>')
    return "\n".join((*parts, "</svg>")) + "\n"


def _groups(lines: Sequence[ReleaseLine]) -> dict[tuple[str, str], list[ReleaseLine]]:
    groups: dict[tuple[str, str], list[ReleaseLine]] = {}
    for line in lines:
        groups.setdefault((line.suite, line.model), []).append(line)
    return dict(sorted(groups.items()))


def _bar(line: ReleaseLine) -> str:
    return _BARS[min(int(line.right_tool / line.tasks * len(_BARS)), len(_BARS) - 1)] if line.answered else NOTHING


def _row(line: ReleaseLine) -> tuple[str, ...]:
    if not line.answered:
        return one_line(line.release, 40), *(NOTHING,) * 5
    return (
        one_line(line.release, 40),
        f"{line.right_tool}/{line.tasks} ({100 * line.right_tool / line.tasks:.1f} %)",
        f"{line.right_arguments}/{line.tasks} ({100 * line.right_arguments / line.tasks:.1f} %)",
        f"{line.calls / line.tasks:.2f}",
        f"{line.precision:.3f}",
        f"{line.recall:.3f}",
    )


def _x(index: int, number: int) -> int:
    return _LEFT + (_WIDTH // 2 if number == 1 else round(index * _WIDTH / (number - 1)))


def _y(share: float) -> int:
    return _TOP + round((1 - share) * _HEIGHT)


def _inert(text: str) -> str:
    return escape(markup(one_line(text, 100)), quote=True)
