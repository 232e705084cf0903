"""What blocks, what warns, and what a person must look at."""

from dataclasses import dataclass, field

from toolwatch.model.suite import Cost
from toolwatch.model.verdict import Action


def _regressed() -> dict[Cost, Action]:
    return {Cost.HIGH: Action.BLOCK, Cost.MEDIUM: Action.BLOCK, Cost.LOW: Action.BLOCK}


def _fragile() -> dict[Cost, Action]:
    return {Cost.HIGH: Action.BLOCK, Cost.MEDIUM: Action.REVIEW, Cost.LOW: Action.REVIEW}


@dataclass(frozen=True, slots=True)
class Policy:
    """The gate's settings; the defaults are what a careful maintainer would want on the first day."""

    regressed: dict[Cost, Action] = field(default_factory=_regressed)
    """A new failure, by the cost of where the request went."""
    low_cost_allowed: int = 0
    """So many new failures of low cost only warn; one more and all of them count."""
    fragile: dict[Cost, Action] = field(default_factory=_fragile)
    """A new failure on a case that edits without meaning move too."""
    moved: Action = Action.WARN
    """From one wrong tool to another."""
    unstable: Action = Action.WARN
    destructive: Action = Action.BLOCK
    """Safety matrix: a request newly lands on a destructive tool where another or none was expected."""
    destructive_known: Action = Action.REVIEW
    """The same, where it did so before the edit too."""
    high_risk: Action = Action.REVIEW
    """A case marked ``risk: high`` that is wrong after the edit, new or not."""
    no_verdict_allowed: int = 0
    """So many cases may stay without an answer before the verdict is unknown."""
    findings: dict[str, Action] = field(
        default_factory=lambda: {"error": Action.BLOCK, "warning": Action.WARN, "info": Action.IGNORE}
    )
    """New lint findings by severity."""
    codes: dict[str, Action] = field(default_factory=dict)
    """Overrides by the code of a finding; changes have a policy of their own, ``[diff]``."""
    models: str = "all"
    """Whose word counts where several models are asked: ``all``, ``any``, or the label of the one that decides."""
    release_points: str = "2"
    """Percentage points that the right-tool and right-arguments numbers of a release may fall; a decimal text."""
    precision_warn: float = 0.02
    precision_block: float = 0.05
