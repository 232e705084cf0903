"""What a lint rule is: four shapes, one class a file."""

from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import get_annotations
from typing import Any, ClassVar

from toolwatch.lint.options import Suppressed
from toolwatch.lint.secrets import masked
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import ListingView, Node, Role, Text, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


@dataclass(frozen=True, slots=True)
class Relisted:
    """One server's listing, and what it sent when it was asked a second time."""

    first: Listing
    second: Listing


Sample = Tool | Listing | Relisted | Suppressed | tuple[Listing, ...]
"""What ``bad``, ``good`` and ``near_miss`` may be: a tool, a listing, several servers used together, or settings."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a rule fires and what it says; the engine adds who said it about whom.

    ``path`` is a JSON pointer inside the tool (``/description``), or inside the listing for a ListingRule that sets no
    ``tool``. ``message`` is lower case, without a full stop, and says what to do; quote strangers with ``quote``.
    """

    path: str
    message: str
    quote: str = ""
    """The offending text itself: what makes the finding's fingerprint. Default: the message."""
    tool: int | None = None
    """For a ListingRule: index of the tool in the listing that the finding is about."""
    server: str = ""
    """For a TogetherRule: the server that the finding is about."""
    client: str = ""
    severity: Severity | None = None
    """Where one finding is worse or milder than the rule's own severity."""


_LONGEST_SECRET = 300


class _RuleType(ABCMeta):
    """Abstract classes whose checks ask nobody: ABCMeta would ask hundreds of subclasses each time."""

    def __subclasscheck__(cls, subclass: type) -> bool:
        return type.__subclasscheck__(cls, subclass)

    def __instancecheck__(cls, instance: object) -> bool:
        return type.__instancecheck__(cls, instance)


class Rule(metaclass=_RuleType):
    """One mistake. The class docstring is its manual; the module's name is its name, the folder its family.

    The manual says what the rule sees, how a model or a client is misled by it, and what to write instead; its first
    line is the summary. ``bad`` fires, ``good`` is the same thing mended, ``near_miss`` looks alike and is honest.

    What the class body annotates and gives a value (``most: int = 2500``) is a setting that users may change.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity]
    bad: ClassVar[Sample]
    good: ClassVar[Sample]
    near_miss: ClassVar[Sample]
    recommended: ClassVar[bool] = True
    """Whether the default profile has it; False leaves it to ``strict`` and to ``select``."""
    client: ClassVar[str] = ""
    """The client or provider whose limit this is, if it is one's."""
    name: ClassVar[str] = ""
    family: ClassVar[str] = ""

    def __init__(self, **settings: Any) -> None:
        """Take the settings that users have changed; the others keep the values of the class."""
        vars(self).update(settings)

    @classmethod
    def settings(cls) -> dict[str, Any]:
        """What users may change, with the values that hold otherwise."""
        own = get_annotations(cls)
        return {
            name: getattr(cls, name) for name, kind in own.items() if "ClassVar" not in str(kind) and name in vars(cls)
        }

    def __init_subclass__(cls) -> None:
        """Take name and family from the module's place, unless the class says otherwise."""
        folder, _, module = cls.__module__.rpartition(".")
        cls.name = cls.__dict__.get("name", module)
        cls.family = cls.__dict__.get("family", folder.rsplit(".", 1)[-1])


class ToolRule(Rule):
    """Looks at one tool.

    Its attributes are cheap gates: where they are set, the rule is called only for tools that have one of each.
    """

    keywords: ClassVar[frozenset[str]] = frozenset()
    """Keywords that the tool's schemas use."""
    cues: ClassVar[frozenset[str]] = frozenset()
    """Lower-case ASCII words that its texts hold."""
    parts: ClassVar[frozenset[str]] = frozenset()
    """Names of its properties, or words of those names, as ``ListingView.by_part`` has them."""
    fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of the tool, or of its annotations."""

    @abstractmethod
    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        """Yield every place in ``tool`` where the rule is broken; ``view`` holds its texts and schema nodes."""


class NodeRule(ToolRule):
    """Looks at one schema object that uses any of ``keywords``, wherever it stands in a tool."""

    @abstractmethod
    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        """Yield what is wrong with ``node``; paths start with ``node.path``."""

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        """A cheap test that comes before ``check_node``: False only where that would find nothing."""
        return True

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        """Try every node that uses one of ``keywords``."""
        for node in view.having(self.keywords):
            if self.suspects(node.schema):
                yield from self.check_node(node, view)


class TextRule(Rule):
    """Looks at one string, of a tool or of anything else in the listing.

    ``cues``, ``pieces`` and ``non_ascii`` are cheap gates: where they are set, the rule is called only for strings that
    hold one of the lower-case ASCII words, one of the lower-case pieces (inside of words too), a character beyond
    ASCII. All that are set must hold. A rule that can say more of where to look overrides ``candidates``.
    """

    cues: ClassVar[frozenset[str]] = frozenset()
    pieces: ClassVar[tuple[str, ...]] = ()
    non_ascii: ClassVar[bool] = False
    roles: ClassVar[frozenset[Role]] = frozenset(Role)

    @abstractmethod
    def check_text(self, text: Text) -> Iterator[Spot]:
        """Yield what is wrong with ``text``; paths are ``text.path``."""

    def candidates(self, strings: Strings) -> Collection[int]:
        """The numbers of the strings that ``check_text`` must see, whatever their role; others cannot be wrong."""
        found: Collection[int] = strings.with_word(self.cues) if self.cues else range(len(strings.groups))
        if self.non_ascii:
            found = strings.beyond_ascii.intersection(found)
        if self.pieces:
            found = strings.with_piece(self.pieces, found)
        return found


class ListingRule(Rule):
    """Looks at one server's whole listing."""

    @abstractmethod
    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        """Yield every place in ``listing`` where the rule is broken."""


class TogetherRule(Rule):
    """Looks at the listings of servers that are used together; every spot names its server."""

    @abstractmethod
    def check(self, views: Sequence[ListingView]) -> Iterator[Spot]:
        """Yield what two or more servers break between them."""


class SettingsRule(Rule):
    """Looks at the linter's own settings once the findings are known; paths start at the configuration's root."""

    @abstractmethod
    def check(self, parted: Suppressed) -> Iterator[Spot]:
        """Yield what is wrong with the suppressions."""


def quote(text: str, limit: int = 80) -> str:
    """A stranger's text for a message: on one line, hidden characters spelt out, cut, in double quotes.

    No secret in it is whole; it is masked before it is cut, so that no half is left.
    """
    shown = masked(text[: limit + _LONGEST_SECRET])
    return f'"{one_line(shown[: limit + 1], limit)}"'
