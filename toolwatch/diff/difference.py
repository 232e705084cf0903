"""What a rule saw, before it is known what that means."""

from dataclasses import dataclass

from toolwatch.diff.schema.documents import Sub
from toolwatch.model.change import Compat, Seen, Witness, Word
from toolwatch.model.tool import Json


@dataclass(frozen=True, slots=True)
class Difference:
    """What a rule saw at one place; ``path`` is relative to the schema, the tool or the listing it looked at."""

    path: str
    before: Json
    after: Json
    message: str
    keyword: str = ""
    """The keyword that decides, where it is not the first step of ``path``."""
    names: tuple[str, ...] = ()
    """Properties that a witness lacks or has, so that it shows this difference and no other."""
    values: tuple[Json, ...] = ()
    """Values of which a witness holds one at this place."""
    types: frozenset[str] = frozenset()
    """Types of which a witness has one at this place."""
    forms: tuple[Sub, ...] = ()
    """Schemas of which a witness satisfies one at this place."""
    seen: Seen | None = None
    """Where it is not the rule's own ``seen``."""
    compat: Compat | None = None
    """Where it is not one of the rule's own verdicts."""
    witness: Witness | None = None
    """Where the rule gives it: in a schema it is searched for."""
    words: tuple[Word, ...] = ()
    score: float | None = None
    tool: str = ""
    """For a rule that looks at the list: the tool it is about."""
    tool_before: str = ""

    @property
    def decides(self) -> str:
        """The keyword by which a schema refuses or takes what differs."""
        return self.keyword or self.path.split("/")[1]
