"""The contract of a compatibility rule, and what rules look at."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Change, Compat, Seen, Side
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Json, Tool


class Rule(ABC):
    """One kind of change. The docstring is its manual; ``before`` and ``after`` are its example, and are tested."""

    code: ClassVar[str]
    seen: ClassVar[Seen] = Seen.YES
    noise: ClassVar[bool] = False
    """Whether it means nothing by itself: recorded, and quiet under every policy that does not name it."""
    before: ClassVar[Json]
    after: ClassVar[Json]

    @classmethod
    def name(cls) -> str:
        """The class name as people write it in a configuration: ``enum_value_removed``."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class CompatRule(Rule):
    """A change inside a schema, with its verdict on either side."""

    keywords: ClassVar[tuple[str, ...]]
    """The keywords it answers for; by yielding it claims what differs in them."""
    on_input: ClassVar[Compat]
    on_output: ClassVar[Compat]
    beyond_validity: ClassVar[bool] = False
    """Whether the verdict stands although validators may see no difference: a text, a default, a name."""

    @abstractmethod
    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Yield what changed at one place of a schema."""


@dataclass(frozen=True, slots=True)
class ToolPair:
    """The same tool in both lists."""

    before: Tool
    after: Tool
    score: float | None = None
    """How sure an inferred rename is; None where the name is the same."""

    def both(self, name: str) -> tuple[Json, Json]:
        """A field of both, None where it is absent."""
        return self.before.raw.get(name), self.after.raw.get(name)


class ToolRule(Rule):
    """A change of a tool outside its schemas."""

    fields: ClassVar[tuple[str, ...]]
    """The fields of a tool that it answers for."""
    compat: ClassVar[Compat]
    side: ClassVar[Side] = Side.TOOL

    @abstractmethod
    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Yield what changed in one tool."""


@dataclass(frozen=True, slots=True)
class ServerPair:
    """Both snapshots, and which tools belong together."""

    before: Snapshot
    after: Snapshot
    tools: tuple[ToolPair, ...] = ()
    """Tools that both lists have, renamed ones included, in the order of the after list."""
    added: tuple[Tool, ...] = ()
    removed: tuple[Tool, ...] = ()


class ServerRule(Rule):
    """A change of the list or the server."""

    compat: ClassVar[Compat]
    side: ClassVar[Side] = Side.SERVER

    @abstractmethod
    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Yield what changed in the list."""


class CovenantRule(Rule):
    """A promise that the changes taken together break, such as one about version numbers."""

    compat: ClassVar[Compat]

    @abstractmethod
    def compare(self, pair: ServerPair, changes: tuple[Change, ...]) -> Iterator[Difference]:
        """Yield which promise is broken, given all other changes."""
