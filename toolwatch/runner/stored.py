"""What ``toolwatch run --format json`` wrote, read back."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from toolwatch.errors import UsageError
from toolwatch.model import invalid
from toolwatch.model.tool import Json
from toolwatch.model.trial import ModelInfo
from toolwatch.runner.account import Result


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class StoredModel(_Form):
    """What was asked."""

    provider: str
    model: str
    proxy: bool = False

    @property
    def label(self) -> str:
        """How reports name it."""
        return ModelInfo(self.provider, self.model, proxy=self.proxy).label


class StoredCase(_Form):
    """One case; see ``account.Told``."""

    suite: str
    id: str
    server: str
    chosen: dict[str, Annotated[int, Field(ge=1)]]
    result: Result
    expected_tools: tuple[str, ...]
    top_right: bool
    category: str = ""

    @model_validator(mode="after")
    def _fits(self) -> "StoredCase":
        means = {Result.RIGHT: True, Result.WRONG: False}
        if self.result in means and (not self.chosen or self.top_right is not means[self.result]):
            raise ValueError(f"the result is {self.result.value}, and its choices say otherwise")
        if self.result is Result.UNSTABLE and not self.chosen:
            raise ValueError("the result is unstable, and nothing was chosen")
        return self

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """What was chosen and how often, most frequent first, ties by name."""
        return tuple(sorted(self.chosen.items(), key=lambda item: (-item[1], item[0])))

    @property
    def answered(self) -> bool:
        """Whether every repeat has a readable answer."""
        return self.result is not Result.NO_ANSWER and bool(self.chosen)


class StoredAccount(_Form):
    """One run of suites on the lists as they were."""

    schema_version: Literal[1]
    model: StoredModel
    tools: dict[str, tuple[str, ...]]
    cases: tuple[StoredCase, ...]
    counts: dict[Result, Annotated[int, Field(ge=0, strict=True)]]

    @model_validator(mode="after")
    def _sound(self) -> "StoredAccount":
        met: set[tuple[str, str]] = set()
        for case in self.cases:
            if (case.suite, case.id) in met:
                raise ValueError(f"the case {case.suite}/{case.id} stands here twice")
            met.add((case.suite, case.id))
        for result in Result:
            told, there = self.counts.get(result, 0), sum(case.result is result for case in self.cases)
            if told != there:
                raise ValueError(f"counts says {told} of {result.value}, and there are {there} such cases")
        return self


def is_account(data: Json) -> bool:
    """Whether a JSON document has the shape of a stored account; no trace has."""
    return isinstance(data, dict) and isinstance(data.get("lists"), dict) and isinstance(data.get("cases"), list)


def read(data: Json, *, where: str) -> StoredAccount:
    """Check a parsed document.

    Raises:
        UsageError: it is no stored account; the message names ``where`` and the place in it.
    """
    try:
        return StoredAccount.model_validate(data)
    except ValidationError as error:
        raise UsageError(f"{where}: {invalid.first(error)}") from None
