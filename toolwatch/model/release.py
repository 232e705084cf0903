"""The scores of one release under one model: one line of the release file."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST = 10**9
"""Of anything that is counted here; a larger number is no count, and beyond what can be divided."""
Count = Annotated[int, Field(ge=0, le=MOST)]
Share = Annotated[float, Field(ge=0, le=1)]

LONGEST_TAG = 120
"""Characters."""


class ReleaseLine(BaseModel):
    """What one release scored under one model, with the hashes of all that was asked. Counts, so nothing is rounded."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Annotated[int, Field(ge=1, le=1)] = 1
    release: Annotated[str, Field(min_length=1, max_length=LONGEST_TAG)]
    suite: str
    model: str
    """``PROVIDER:MODEL``, and for a proxy that it is one."""
    model_version: str = ""
    tasks: Annotated[int, Field(ge=1, le=MOST)]
    right_tool: Count
    right_arguments: Count
    calls: Count
    no_verdict: Count = 0
    precision: Share
    """Macro, over tools and NO_TOOL; it and what follows is 0 where nothing was answered."""
    recall: Share
    f1: Share
    errors: dict[str, Count] = Field(default_factory=dict)
    per_tool: dict[str, tuple[Count, Count, Count]] = Field(default_factory=dict)
    """True positives, false positives, false negatives by tool."""
    tools_as_set: str
    tools_as_sent: str
    suite_digest: str
    system_prompt: str
    toolwatch: str
    note: str = ""
    """Why it was recorded although its gate failed."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Release, suite and model: what a line says stands once for them."""
        return self.release, self.suite, self.model

    @property
    def answered(self) -> int:
        """Tasks with a verdict."""
        return self.tasks - self.no_verdict

    @model_validator(mode="after")
    def _counts_fit(self) -> "ReleaseLine":
        for name in ("no_verdict", "right_tool", "right_arguments"):
            most = self.tasks if name == "no_verdict" else self.answered
            if getattr(self, name) > most:
                raise ValueError(f"{name} is {getattr(self, name)}, and there are {most} such tasks at most")
        return self
