"""``[diff]``: how strict to be about changes, and where their users are looked for."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from toolwatch.diff.policy import DEFAULT, Policy, Strictness
from toolwatch.model.verdict import Action


class CodeSettings(BaseModel):
    """What one code weighs here, and why it differs from the policy."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    weight: Action
    reason: Annotated[str, Field(min_length=1)]


class DiffSettings(BaseModel):
    """Every field is optional."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    policy: Strictness = DEFAULT
    codes: dict[str, CodeSettings] = Field(default_factory=dict)
    """By code (``TW342``) or rule name (``schema_title_changed``)."""
    consumers: tuple[str, ...] = ()
    """Files and folders in which a renamed or removed tool's old name is looked for."""

    @field_validator("codes")
    @classmethod
    def _known(cls, codes: dict[str, CodeSettings]) -> dict[str, CodeSettings]:
        if codes:
            from toolwatch.diff.engine import rules

            known = {*rules(), *(rule.name() for rule in rules().values())}
            unknown = sorted(codes.keys() - known)
            if unknown:
                raise ValueError(f"no change is called {', '.join(unknown)}; `toolwatch rules` lists them")
        return codes

    def resolved(self, strictness: Strictness | None = None) -> Policy:
        """The policy that these settings ask for, or another one with the same overrides."""
        return Policy(strictness or self.policy, {code: one.weight for code, one in self.codes.items()})
