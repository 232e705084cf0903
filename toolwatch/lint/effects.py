"""What a tool seems to do to the world, read from the verb of its name."""

from functools import lru_cache

from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary, words

DESTROY = vocabulary("delete remove destroy drop erase purge wipe truncate uninstall terminate kill revoke")
CREATE = vocabulary("create add insert append post send publish upload submit register invite")
CHANGE = vocabulary(
    "update edit modify set write patch rename move merge replace overwrite assign enable disable archive "
    "restore apply upsert save put cancel close approve reject deploy"
)
READ = vocabulary(
    "get list read search find fetch show view describe lookup query count check inspect preview browse retrieve"
)
VERBS = DESTROY | CREATE | CHANGE | READ


def verb(tool: Tool) -> str:
    """The verb that the tool's name starts with, behind at most two words of a prefix; empty where there is none."""
    return _verb(tool.name)


@lru_cache(maxsize=1 << 14)
def _verb(name: str) -> str:
    parts = words(name)
    if not parts:
        return ""
    head = next((word for word in parts[:3] if word in VERBS), "")
    tail = parts[-1] if parts[-1] in VERBS else ""
    return head or tail


def destroys(tool: Tool) -> bool:
    """Whether the name says that something is lost, or the tool declares itself destructive."""
    return verb(tool) in DESTROY or tool.annotations.get("destructiveHint") is True


def kind(tool: Tool) -> str:
    """What sort of act the name's verb is: two tools of different kinds are not mistaken for each other."""
    word = verb(tool)
    kinds = {"destroy": DESTROY, "create": CREATE, "change": CHANGE, "read": READ}
    return next((name for name, verbs in kinds.items() if word in verbs), "")
