"""One tool's hint differs from those of all tools with the same verb."""

from collections import Counter
from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.effects import verb
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_NOUNS = ("draft", "folder", "invoice", "label", "member")


def _listing(last: bool, count: int = 5) -> Listing:
    names = _NOUNS[:count]
    return Listing(
        "sample",
        tools=tuple(
            Tool.of(
                f"get_{noun}",
                f"Return one {noun} of the office by its number.",
                annotations={"readOnlyHint": last if noun == names[-1] else True},
            )
            for noun in names
        ),
    )


class HintDiffersFromSiblings(ListingRule):
    """One tool's hint differs from those of all tools with the same verb.

    Ten `delete_` tools say `destructiveHint: true`, the eleventh says false: most often a slip, and always the
    tool that a careful reader should look at. Mend it, or say in its text why it differs.

    Source: observed in lists of real servers.
    """

    code = "TW254"
    severity = Severity.INFO
    bad = _listing(False)
    good = _listing(True)
    near_miss = _listing(False, 3)

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        groups: dict[tuple[str, str], list[ToolView]] = {}
        for one in view.tools:
            for hint in ("readOnlyHint", "destructiveHint"):
                if isinstance(one.tool.annotations.get(hint), bool):
                    groups.setdefault((verb(one.tool), hint), []).append(one)
        for (act, hint), group in groups.items():
            counts = Counter(one.tool.annotations[hint] for one in group)
            common, odd = counts.most_common()[0][0], len(group) - max(counts.values())
            if act and odd == 1 and len(group) >= 5:
                one = next(one for one in group if one.tool.annotations[hint] is not common)
                others = f"the other {len(group) - 1} tools that {act} say {str(common).lower()}"
                yield Spot(f"/annotations/{hint}", f"is {str(not common).lower()}, {others}", tool=one.index)
