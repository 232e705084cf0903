"""Golden files: what an agent should do on each task, for scoring traces."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.model.trace import ForbiddenCall, Golden, GoldenCall, Order
from toolwatch.suites import document
from toolwatch.suites.form import Arguments, Text
from toolwatch.suites.reading import shape


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GoldenCallForm(_Form):
    """One call; without ``arguments`` they are not checked, with an empty mapping none is expected."""

    tool: Text
    arguments: Arguments | None = None
    optional: bool = Field(default=False, strict=True)


class ForbiddenCallForm(_Form):
    """A call that must not be made; with ``arguments`` only where all of them match."""

    tool: Text
    arguments: Arguments = Field(default_factory=dict)
    why: Text | None = None


class TaskForm(_Form):
    """One task."""

    task: Text
    order: Order = Order.PARTIAL
    calls: list[GoldenCallForm] = Field(default_factory=list)
    forbidden: list[ForbiddenCallForm] = Field(default_factory=list)


class GoldenForm(_Form):
    """A golden file."""

    tasks: list[TaskForm] = Field(min_length=1)


def read(path: Path, *, tools: frozenset[str] | None = None) -> tuple[Golden, ...]:
    """Read a golden file (YAML or JSON), tasks in file order.

    Args:
        path: the file.
        tools: the names that exist; None where no list is at hand.

    Raises:
        SuiteError: the file is not well formed, names a task twice, or a tool that does not exist; with its line.
    """
    source = document.read(path)
    form = shape(source, GoldenForm)
    seen: set[str] = set()
    for index, task in enumerate(form.tasks):
        if task.task in seen:
            raise source.error(("tasks", index, "task"), f"the task {task.task!r} stands here twice")
        seen.add(task.task)
        for part in ("calls", "forbidden"):
            for at, call in enumerate(getattr(task, part)):
                if tools is not None and call.tool not in tools:
                    place = ("tasks", index, part, at, "tool")
                    raise source.error(place, f"there is no tool {call.tool!r}; there are {', '.join(sorted(tools))}")
    return tuple(_golden(task) for task in form.tasks)


def _golden(form: TaskForm) -> Golden:
    return Golden(
        task=form.task,
        calls=tuple(GoldenCall(call.tool, call.arguments, call.optional) for call in form.calls),
        order=form.order,
        forbidden=tuple(ForbiddenCall(call.tool, call.arguments, call.why or "") for call in form.forbidden),
    )
