from typing import Any

import pytest

from toolwatch.similarity import schema_score, text_score


@pytest.mark.parametrize(
    ("left", "right", "least", "most"),
    [
        ("Read a file", "Reads the files", 1.0, 1.0),
        ("Read a file from disk", "Read a file from the network", 0.4, 0.9),
        ("Read a file", "Book a flight", 0.0, 0.0),
        ("", "", 1.0, 1.0),
        ("", "Book a flight", 0.0, 0.0),
        ("the of", "the  of", 1.0, 1.0),
    ],
)
def test_text_score(left: str, right: str, least: float, most: float) -> None:
    assert least <= text_score(left, right) <= most
    assert text_score(left, right) == text_score(right, left)


def schema(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


@pytest.mark.parametrize(
    ("left", "right", "least", "most"),
    [
        (schema(id={"type": "string"}), schema(id={"type": ["string", "null"]}), 1.0, 1.0),
        (schema(userId={"type": "string"}), schema(user_ids={"type": "string"}), 1.0, 1.0),
        (schema(id={"type": "string"}), schema(id={"type": "integer"}), 0.3, 0.5),
        (schema(("id",), id={"type": "string"}), schema(id={"type": "string"}), 0.6, 0.7),
        (schema(id={"type": "string"}), schema(name={"type": "string"}), 0.0, 0.0),
        (schema(a={"enum": [1, "x"]}), schema(a={"enum": ["x", 1]}), 1.0, 1.0),
        (schema(a={"type": "array", "items": schema(b={})}), schema(a={"type": "array", "items": schema(b={})}), 1, 1),
        (True, {}, 1.0, 1.0),
        (None, schema(id={}), 0.0, 0.0),
        ({"properties": [1], "required": 7, "items": [2]}, {}, 1.0, 1.0),
    ],
)
def test_schema_score(left: Any, right: Any, least: float, most: float) -> None:
    assert least <= schema_score(left, right) <= most
    assert schema_score(left, right) == schema_score(right, left)


def test_a_schema_that_holds_itself_ends() -> None:
    loop: dict[str, Any] = {"properties": {}}
    loop["properties"]["again"] = loop
    assert schema_score(loop, loop) == 1.0
