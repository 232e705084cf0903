"""``[gate]``: the policy that decides what may pass."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.gate.policy import Policy
from toolwatch.model.finding import Severity
from toolwatch.model.suite import Cost
from toolwatch.model.verdict import Action


class GateSettings(BaseModel):
    """Every field is optional; what is left out keeps the default of ``gate.Policy``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    regressed: Action | dict[Cost, Action] = Field(default_factory=dict)
    low_cost_allowed: Annotated[int, Field(ge=0)] = 0
    fragile: Action | dict[Cost, Action] = Field(default_factory=dict)
    moved: Action = Action.WARN
    unstable: Action = Action.WARN
    destructive: Action = Action.BLOCK
    destructive_known: Action = Action.REVIEW
    high_risk: Action = Action.REVIEW
    no_verdict_allowed: Annotated[int, Field(ge=0)] = 0
    findings: dict[Severity, Action] = Field(default_factory=dict)
    models: Annotated[str, Field(min_length=1)] = "all"
    release_points: Annotated[str, Field(pattern=r"^[0-9]{1,3}(\.[0-9]{1,6})?$")] = "2"
    precision_warn: Annotated[float, Field(ge=0, le=1)] = 0.02
    precision_block: Annotated[float, Field(ge=0, le=1)] = 0.05
    codes: dict[Annotated[str, Field(pattern=r"^TW\d{3,4}$")], Action] = Field(default_factory=dict)

    def policy(self) -> Policy:
        """The policy that these settings ask for."""
        default = Policy()
        return Policy(
            regressed=_by_cost(self.regressed, default.regressed),
            low_cost_allowed=self.low_cost_allowed,
            fragile=_by_cost(self.fragile, default.fragile),
            moved=self.moved,
            unstable=self.unstable,
            destructive=self.destructive,
            destructive_known=self.destructive_known,
            high_risk=self.high_risk,
            no_verdict_allowed=self.no_verdict_allowed,
            findings=default.findings | {severity.value: action for severity, action in self.findings.items()},
            codes=dict(self.codes),
            models=self.models,
            release_points=self.release_points,
            precision_warn=self.precision_warn,
            precision_block=self.precision_block,
        )


def _by_cost(given: Action | dict[Cost, Action], default: dict[Cost, Action]) -> dict[Cost, Action]:
    return dict.fromkeys(Cost, given) if isinstance(given, Action) else default | given
