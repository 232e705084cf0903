"""Golden files: what an agent should do on each task, for scoring traces."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.model.trace import ForbiddenCall, Golden, GoldenCall, Order, SideEffect
from toolwatch.suites import document
from toolwatch.suites.document import Place
from toolwatch.suites.form import Arguments, Matcher, Text, Tools
from toolwatch.suites.reading import shape


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


Times = Annotated[int, Field(ge=0, strict=True)]


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


class SideEffectForm(_Form):
    """What a run should change in the world, or, where it is ``forbidden``, must not.

    ``result`` is compared with the recorded result as a whole, ``result_fields`` with fields of one that is an object.
    """

    name: Text
    tool: Tools
    arguments: Arguments = Field(default_factory=dict)
    result: Matcher | None = None
    result_fields: Arguments = Field(default_factory=dict)
    at_least: Times | None = None
    at_most: Times | None = None
    forbidden: bool = Field(default=False, strict=True)


class TaskForm(_Form):
    """One task."""

    task: Text
    order: Order = Order.PARTIAL
    calls: list[GoldenCallForm] = Field(default_factory=list)
    forbidden: list[ForbiddenCallForm] = Field(default_factory=list)
    side_effects: list[SideEffectForm] = Field(default_factory=list)


class GoldenForm(_Form):
    """A golden file."""

    tasks: list[TaskForm] = Field(min_length=1)


def read(path: Path, *, tools: frozenset[str] | None = None) -> tuple[Golden, ...]:
    """Read a golden file (YAML or JSON), tasks in file order.

    Args:
        path: the file.
        tools: the names that exist; None where no list is at hand.

    Raises:
        SuiteError: the file is not well formed, names a task or an effect twice, a tool that does not exist, or an
            effect that cannot be decided; with its line.
    """
    source = document.read(path)
    form = shape(source, GoldenForm)
    seen: set[str] = set()
    for index, task in enumerate(form.tasks):
        if task.task in seen:
            raise source.error(("tasks", index, "task"), f"the task {task.task!r} stands here twice")
        seen.add(task.task)
        for place, name in _tools(task):
            if tools is not None and name not in tools:
                there = ", ".join(sorted(tools))
                raise source.error(("tasks", index, *place), f"there is no tool {name!r}; there are {there}")
        for place, problem in _problems(task.side_effects):
            raise source.error(("tasks", index, "side_effects", *place), problem)
    return tuple(_golden(task) for task in form.tasks)


def _tools(task: TaskForm) -> Iterator[tuple[Place, str]]:
    """Every tool that a task names, with its place; ``*`` is every tool where a rule or an effect names it."""
    for at, call in enumerate(task.calls):
        yield ("calls", at, "tool"), call.tool
    for at, rule in enumerate(task.forbidden):
        if rule.tool != "*":
            yield ("forbidden", at, "tool"), rule.tool
    for at, effect in enumerate(task.side_effects):
        yield from ((("side_effects", at, "tool"), name) for name in effect.tool if name != "*")


def _problems(effects: list[SideEffectForm]) -> Iterator[tuple[Place, str]]:
    """What is wrong with the stated effects, beyond their shape."""
    seen: set[str] = set()
    for at, effect in enumerate(effects):
        if effect.name in seen:
            yield (at, "name"), f"the side effect {effect.name!r} stands here twice"
        seen.add(effect.name)
        if effect.result is not None and effect.result.keys() & {"absent", "any"}:
            yield (at, "result"), "says nothing of a result; leave it out"
        if effect.forbidden and (effect.at_least is not None or effect.at_most is not None):
            yield (at, "forbidden"), "goes without at_least and at_most: a forbidden effect never happens"
        if not effect.forbidden and effect.at_most == 0:
            yield (at, "at_most"), "of an effect that must not happen is written `forbidden: true`"
        if effect.at_most is not None and effect.at_most < (1 if effect.at_least is None else effect.at_least):
            yield (at, "at_most"), "is less than at_least"
        if effect.at_least == 0 and effect.at_most is None:
            yield (at, "at_least"), "of 0 states nothing without at_most"


def _golden(form: TaskForm) -> Golden:
    return Golden(
        task=form.task,
        calls=tuple(GoldenCall(call.tool, call.arguments, call.optional) for call in form.calls),
        order=form.order,
        forbidden=tuple(ForbiddenCall(call.tool, call.arguments, call.why or "") for call in form.forbidden),
        side_effects=tuple(_effect(effect) for effect in form.side_effects),
        silent="calls" in form.model_fields_set
        and not form.calls
        and all(effect.forbidden for effect in form.side_effects),
    )


def _effect(form: SideEffectForm) -> SideEffect:
    return SideEffect(
        name=form.name,
        tools=tuple(form.tool),
        arguments=form.arguments,
        result=form.result,
        result_fields=form.result_fields,
        at_least=1 if form.at_least is None else form.at_least,
        at_most=form.at_most,
        forbidden=form.forbidden,
    )
