"""One line for what pydantic has against a document, in the tone of all other messages."""

from typing import Any, Literal

import pytest
from pydantic import AnyUrl, BaseModel, ConfigDict, Json, ValidationError, field_validator

from toolwatch.model import invalid


class Inner(BaseModel):
    count: int = 0


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: Literal["a", "b"] = "a"
    inner: Inner = Inner()
    url: AnyUrl = AnyUrl("http://x")
    text: Json[Any] = None
    word: str = ""

    @field_validator("word")
    @classmethod
    def _short(cls, word: str) -> str:
        if len(word) > 3:
            raise ValueError("MCP allows three letters")
        return word


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param({"kind": "c"}, "kind: input should be 'a' or 'b'", id="a sentence starts low"),
        pytest.param({"inner": {"count": "x"}}, "inner.count: input should be a valid integer", id="dotted"),
        pytest.param({"text": 5}, "text: JSON input should be", id="an acronym stays"),
        pytest.param({"word": "longer"}, "word: MCP allows three letters", id="so does one of ours"),
        pytest.param({"other": 1}, "other: unknown field", id="unknown"),
        pytest.param([], "input should be a valid dictionary", id="the whole"),
    ],
)
def test_the_first_complaint(data: Any, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate(data)
    assert invalid.first(caught.value).startswith(said)


def test_the_place_may_lie_below_another_and_the_unknown_have_another_name() -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({"other": 1})
    assert invalid.first(caught.value, below="models.a", unknown="unknown setting") == "models.a.other: unknown setting"
