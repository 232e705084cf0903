"""What ``toolwatch run --format json`` wrote, read back."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

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
    server: str
    chosen: dict[str, Annotated[int, Field(ge=1)]]
    result: Result
    expected_tools: tuple[str, ...]
    top_right: bool
    category: str = ""

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
