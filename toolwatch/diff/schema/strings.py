"""Proofs about strings."""

from typing import TYPE_CHECKING

from toolwatch.diff.schema.contexts import Context
from toolwatch.diff.schema.documents import Sub
from toolwatch.diff.schema.keywords import read

if TYPE_CHECKING:
    from toolwatch.diff.schema.prover import Prover

KEYWORDS = frozenset({"minLength", "maxLength", "pattern"})


def keyword_holds(prover: "Prover", context: Context, outer: Sub, keyword: str) -> bool:
    """Whether every string of ``context`` satisfies one keyword of ``outer``."""
    facts = context.facts
    value = read(outer)[keyword]
    if "string" not in facts.atoms:
        return True
    match keyword:
        case "minLength":
            return bool(facts.shortest >= value)
        case "maxLength":
            return bool(facts.longest <= value)
    return value in facts.patterns
