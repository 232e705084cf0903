"""The shape of a suite file, checked by pydantic; what it means is made in ``reading``."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from toolwatch.model.suite import NO_TOOL, Cost
from toolwatch.model.tool import Json

OPERATORS = ("equal", "one_of", "regex", "contains", "present", "absent", "any")
"""How an expected argument may be compared; a matcher is an object with one of them."""

Text = Annotated[str, StringConstraints(strict=True, min_length=1)]
Id = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._/:-]{0,119}$")]


def _tools(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _some(names: list[str]) -> list[str]:
    if len(set(names)) < len(names):
        raise ValueError("names a tool twice")
    if NO_TOOL in names and len(names) > 1:
        raise ValueError(f"names tools and {NO_TOOL!r}; a case has a right tool or none")
    return names


def _matcher(value: Any) -> Any:
    """A bare value is compared as equal; an object must be one operator."""
    if not isinstance(value, dict):
        return {"equal": value}
    value = {key.removeprefix("$") if isinstance(key, str) else key: item for key, item in value.items()}
    if len(value) != 1 or next(iter(value)) not in OPERATORS:
        raise ValueError(f"give exactly one of {', '.join(OPERATORS)}; an object to compare with stands under `equal`")
    operator, wanted = next(iter(value.items()))
    if operator == "one_of" and not (isinstance(wanted, list) and wanted):
        raise ValueError("one_of takes a list of values")
    if operator in ("present", "absent", "any") and wanted is not True:
        raise ValueError(f"{operator} is written `{operator}: true`")
    if operator in ("regex", "contains") and not isinstance(wanted, str):
        raise ValueError(f"{operator} takes a text")
    if operator == "regex":
        _compiled(wanted)
    return value


def _compiled(pattern: str) -> None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"is no regular expression: {error}") from None


Tools = Annotated[
    list[Text], BeforeValidator(_tools), Field(min_length=1, description="a tool, or several"), AfterValidator(_some)
]
Matcher = Annotated[dict[str, Any], BeforeValidator(_matcher)]
Arguments = dict[Text, Matcher]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MessageForm(_Form):
    """One turn before the request: ``user``, ``assistant`` (talk or a call) or ``tool`` (a canned result)."""

    role: Literal["user", "assistant", "tool"]
    content: Annotated[str, StringConstraints(strict=True)] = ""
    tool: Text | None = None
    arguments: Json = None


class StepForm(_Form):
    """One call of a golden trace."""

    tool: Text
    arguments: Arguments = Field(default_factory=dict)
    result: Json = None
    optional: Annotated[bool, Field(strict=True)] = False


class CaseForm(_Form):
    """One request and what is right for it."""

    id: Id
    request: Text
    expect: Tools | None = None
    steps: Annotated[list[StepForm], Field(min_length=1)] | None = None
    must_not: Tools | None = None
    optional: Tools | None = None
    arguments: Arguments = Field(default_factory=dict)
    abstain: Literal["underspecified", "unsupported", "chat"] | None = None
    history: list[MessageForm] = Field(default_factory=list)
    category: Text | None = None
    language: Text | None = None
    source: Text | None = None
    note: Text | None = None
    risk: Cost | None = None
    weight: Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)] = 1.0


class PairForm(_Form):
    """Two or more cases that differ in one fact and go to different tools."""

    id: Id
    fact: Text
    cases: Annotated[list[CaseForm], Field(min_length=2)]


class BoundaryForm(_Form):
    """Tools that requests are argued over."""

    id: Id
    tools: Annotated[list[Text], Field(min_length=2), AfterValidator(_some)]
    why: Text | None = None
    pairs: list[PairForm] = Field(default_factory=list)
    cases: list[CaseForm] = Field(default_factory=list)


class CasesForm(_Form):
    """A file of further cases in a suite's folder ``cases``."""

    boundaries: list[BoundaryForm] = Field(default_factory=list)
    cases: list[CaseForm] = Field(default_factory=list)


class SuiteForm(CasesForm):
    """The file ``suite.yaml``."""

    server: Text
    system: Text | None = None
    cost: dict[Text, Cost] = Field(default_factory=dict)
