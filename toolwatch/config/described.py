"""The whole configuration as a JSON Schema: every setting, its default, and what the docstring under it says."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from toolwatch.config.settings import FOLDERS, SECTIONS, TABLES


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of ``toolwatch.toml``."""
    sections: dict[str, Any] = {name: (_form(place), Field(default=None)) for name, place in SECTIONS.items()}
    tables: dict[str, Any] = {
        name: (dict.__class_getitem__((str, _form(place))), Field(default=None)) for name, place in TABLES.items()
    }
    folders: dict[str, Any] = {name: (str, Field(default=folder)) for name, folder in FOLDERS.items()}
    whole = create_model("toolwatch", __config__=ConfigDict(extra="forbid"), **sections, **tables, **folders)
    body = whole.model_json_schema(mode="validation")
    for definition in body["$defs"].values():
        for text in definition.get("properties", {}).values():
            text.pop("title", None)
    for name, field, said in _docstrings():
        properties = body["$defs"].get(name, {}).get("properties", {})
        if field in properties:
            properties[field]["description"] = said
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


def _form(place: tuple[str, str]) -> type[BaseModel]:
    module, name = place
    form: type[BaseModel] = getattr(importlib.import_module(f"toolwatch.config.{module}"), name)
    return form


def _docstrings() -> Iterator[tuple[str, str, str]]:
    """(Class, field, text) of every docstring under a field; of a base class under the name of each heir."""
    for module in sorted({module for module, _ in (*SECTIONS.values(), *TABLES.values())}):
        for form in vars(importlib.import_module(f"toolwatch.config.{module}")).values():
            if isinstance(form, type) and issubclass(form, BaseModel):
                for base in reversed(form.__mro__):
                    if base.__module__.startswith("toolwatch.config"):
                        yield from ((form.__name__, field, said) for field, said in _under(base))


def _under(form: type) -> Iterator[tuple[str, str]]:
    (body,) = ast.parse(inspect.getsource(form)).body
    assert isinstance(body, ast.ClassDef)
    for field, text in zip(body.body, body.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                yield name, " ".join(said.split())
