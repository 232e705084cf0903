"""What prose claims of a parameter, and where that contradicts the schema."""

from typing import Any

import pytest

from tests.lint.fired import codes, findings, parameter
from toolwatch.lint.prose import claims
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


def fired(text: str, *, required: Any = False, **schema: Any) -> set[str]:
    return codes(findings(parameter(text, required=required, **schema), families=("description",)))


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Must be a string.", {"type": "integer"}),
        ("(string) Name of the sheet", {"type": "integer"}),
        ("(int, optional) Row to start at", {"type": "string"}),
        ("An array of column names", {"type": "string"}),
        ("List of ids", {"type": "object"}),
        ("Boolean flag for headers", {"type": "integer"}),
        ("A float between zero and one", {"type": "string"}),
        ("type: integer", {"type": "string"}),
        ("String to search for.", {"type": ["array", "null"]}),
        ("Should be passed as an object.", {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ("Set to true to skip headers", {"type": "integer"}),
        ("Number of rows to return", {"type": "string"}),
        ("Whether to skip headers", {"type": "string"}),
        ("Comma-separated list of columns", {"type": "array", "items": {"type": "string"}}),
        ("Must be a number.", {"$ref": "#/$defs/Name"}),
        ("The value must be a string.", {"type": "integer"}),
        ("Row to start at, as an integer", {"type": "string"}),
        ("Row to start at, given as an integer.", {"type": "string"}),
        ("Row to start at (integer)", {"type": "string"}),
        ("Must be an integer greater than 0.", {"type": "string"}),
        ("Must be a string in ISO format.", {"type": "integer"}),
        ("Pass true to skip headers", {"type": "integer"}),
        ("Whether headers are skipped", {"type": "string"}),
        ("When true, headers are skipped", {"type": "string"}),
        ("Dictionary of column to width", {"type": "string"}),
        ("Object with keys `from` and `to`", {"type": "string"}),
        ("The list of the columns to read", {"type": "string"}),
        ("A JSON-encoded string.", {"type": "object"}),
        ("This parameter type is integer.", {"type": "string"}),
    ],
)
def test_another_type_than_the_schema_is_found(text: str, schema: dict[str, Any]) -> None:
    tool = parameter(text, **schema)
    tool.raw["inputSchema"]["$defs"] = {"Name": {"type": "string"}}
    assert "TW142" in codes(findings(tool))


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Must be a string or a list of strings.", {"type": "array"}),
        ("Must be an integer, 'none', or 'any'.", {"type": "string"}),
        ("Each path in the list must be a string.", {"type": "array"}),
        ("List of columns, separated by commas.", {"type": "string"}),
        ("JSON array of rows.", {"type": "string"}),
        ("Object id of the sheet.", {"type": "string"}),
        ("Number of the invoice, such as INV-7.", {"type": "string"}),
        ("List every sheet instead of one.", {"type": "boolean"}),
        ("An integer.", {"type": "number"}),
        ("A number.", {"type": "integer"}),
        ("Whether to list 'local' or 'remote' sheets.", {"type": "string"}),
        ("Set to true to skip.", {"type": "string", "enum": ["true", "false"]}),
        ("A list.", {}),
        ("A list.", {"anyOf": [{"type": "string"}, {}]}),
        ("Options object whose limit must be a number.", {"type": "object"}),
        ("A string (or an array of strings).", {"type": "array"}),
        ("Must be a string array.", {"type": "array"}),
        ("Must be a number string such as '12'.", {"type": "string"}),
        ("Must be a boolean expression.", {"type": "string"}),
        ("Must be an object key, as the bucket has it.", {"type": "string"}),
        ("Must be a list of the board that the card is on.", {"type": "string"}),
        ("Must be an integer followed by 'd' or 'h'.", {"type": "string"}),
        ("Content; in number columns, where it must be a number.", {"type": "string"}),
        ("Content; for number columns it must be a number.", {"type": "string"}),
        ("Content; must be a number if the column is one of numbers.", {"type": "string"}),
        ("List to add the card to.", {"type": "string"}),
        ("List of the board, by name.", {"type": "string"}),
        ("The list.", {"type": "string"}),
        ("Object to rename.", {"type": "string"}),
        ("Object of type lamp.", {"type": "string"}),
        ("Object whose shadow is drawn.", {"type": "string"}),
        ("'list' shows all, 'get' shows one.", {"type": "string"}),
        ("Column type: integer, text or date.", {"type": "string"}),
        ("Field type: number.", {"type": "string"}),
        ("Relation in the form type:object.", {"type": "string"}),
        ("Filter such as `type:integer`.", {"type": "string"}),
        ("List of ids, one per line.", {"type": "string"}),
        ("List of pages, such as '1-3,7'.", {"type": "string"}),
        ("Number of rows, or 'all'.", {"type": "string"}),
        ("How many rows, or all.", {"type": "string"}),
        ("The number of items column.", {"type": "string"}),
        ("Whether to wait: yes, no or auto.", {"type": "string"}),
        ("Whether headers come first or last.", {"type": "string"}),
        ("True to sort, false to keep, auto to let the sheet decide.", {"type": "string"}),
        ("Filter with age (integer)", {"type": "object"}),
        ("Object with the highest priority, by id.", {"type": "string"}),
        ("Dictionary with the rules of the language, by name.", {"type": "string"}),
        ("Number of rows, as a string.", {"type": "string"}),
        ("Comma-separated list or array of names.", {"type": "array"}),
        ("Rows by name (string), age (integer)", {"type": "object"}),
    ],
)
def test_a_type_that_fits_or_is_not_claimed_is_left_alone(text: str, schema: dict[str, Any]) -> None:
    assert "TW142" not in fired(text, **schema)


@pytest.mark.parametrize(
    ("name", "text", "kind", "fires"),
    [
        ("list", "List: the board's list.", "string", False),
        ("listId", "A list.", "string", False),
        ("object_name", "An object.", "string", False),
        ("guitar_string", "String of the guitar, 1 to 6.", "integer", False),
        ("id_list", "List of ids.", "string", True),
        ("target", "An object.", "string", True),
    ],
)
def test_a_parameter_may_be_called_by_the_word_for_a_type(name: str, text: str, kind: str, fires: bool) -> None:
    schema = {"type": "object", "properties": {name: {"type": kind, "description": text}}}
    found = codes(findings(Tool.of("read_rows", "Return the rows of one sheet.", schema), families=("description",)))
    assert ("TW142" in found) is fires


STATES: dict[str, Any] = {"type": "string", "enum": ["open", "closed"]}


@pytest.mark.parametrize(
    "text",
    [
        "One of 'open', 'closed' or 'archived'.",
        "One of: open, closed, archived",
        "Valid values: open, closed, archived.",
        "Must be either `open`, `closed` or `archived`.",
        "State (open|closed|archived)",
        "Allowed values:\n- open: still there\n- closed: done\n- archived: put away",
        "'open' for live ones, 'closed' for done ones, 'archived' for old ones.",
        "open=live ones, closed=done ones, archived=old ones",
        "Return open, closed, or archived sheets.",
        "Sheets to list: 'open', 'closed' or 'archived'.",
        "Sheets to list ('open' (default), 'closed', 'archived')",
        "Use 'open' for live ones, 'closed' for done ones, 'archived' for old ones.",
        "* `open` - live ones\n* `closed` - done ones\n* `archived` - old ones",
        "Possible values:\n    open\n    closed\n    archived\n",
        "One of the following states: open, closed, archived.",
    ],
)
def test_values_beyond_the_schema_are_found(text: str) -> None:
    found = [one for one in findings(parameter(text, **STATES)) if one.code == "TW143"]
    assert any('"archived"' in one.message and one.severity is Severity.ERROR for one in found)


@pytest.mark.parametrize("text", ["State: open, closed, all", "State (open|closed|all)", "'open', 'closed' or 'all'"])
def test_all_is_a_value_too(text: str) -> None:
    assert "TW143" in fired(text, **STATES)


def test_values_left_out_of_a_whole_list_are_a_warning() -> None:
    schema: dict[str, Any] = {"type": "string", "enum": ["open", "closed", "archived"]}
    found = [one for one in findings(parameter("One of 'open' or 'closed'.", **schema)) if one.code == "TW143"]
    assert [(one.severity, '"archived"' in one.message) for one in found] == [(Severity.WARNING, True)]


@pytest.mark.parametrize(
    "text",
    [
        "One of 'open' or 'closed'.",
        "Such as 'open'.",
        "'open' or 'closed' (default: 'open')",
        "State, e.g. open, closed, etc.",
        "State to filter by. Required when mode='list', ignored when mode='count'.",
        "Open or Closed.",
        "open: still there. Note: closed ones are hidden.",
        "One of 'open', 'closed', or null.",
        "Sheets that are open, closed or renamed by someone; see name, owner and age.",
        "Must not be one of 'draft', 'locked' or 'open'.",
        "Required when the action is one of 'open', 'update', 'closed'.",
        "Required when the action is open, update or closed.",
        "Only one of 'open' and 'range' may be given.",
        "Such as 'open', 'closed', 'archived'.",
    ],
)
def test_a_list_that_agrees_or_is_none_is_left_alone(text: str) -> None:
    assert "TW143" not in fired(text, **STATES)


def test_values_of_items_are_compared_too() -> None:
    schema: dict[str, Any] = {"type": "array", "items": {"type": "string", "enum": ["a1", "b2"]}}
    assert "TW143" in fired("Any of 'a1', 'b2', 'c3'.", **schema)


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Rows (default: 50).", {"type": "integer", "default": 20}),
        ("Rows. Defaults to 50.", {"type": "integer", "default": 20}),
        ("Rows (default 1,000)", {"type": "integer", "default": 100}),
        ("Skip headers. Default is true.", {"type": "boolean", "default": False}),
        ("Order, default 'asc'.", {"type": "string", "enum": ["asc", "desc"], "default": "desc"}),
        ("Order (defaults to asc).", {"type": "string", "enum": ["asc", "desc"], "default": "desc"}),
        ("Name. Defaults to 'Sheet1'.", {"type": "string", "default": "Sheet2"}),
        ("'asc' (default) or 'desc'", {"type": "string", "enum": ["asc", "desc"], "default": "desc"}),
        ("If true (default), skips headers", {"type": "boolean", "default": False}),
        ("Factor, defaults to 0.5", {"type": "number", "default": 0.25}),
        ("Name. Defaults to ''.", {"type": "string", "default": "Sheet1"}),
        ("Rows; 50 by default.", {"type": "integer", "default": 20}),
        ("Rows (50 by default)", {"type": "integer", "default": 20}),
        ("Rows (defaults to 50 if omitted).", {"type": "integer", "default": 20}),
        ("Rows. Default is 50 when not given.", {"type": "integer", "default": 20}),
        ("Rows. Default: **50**", {"type": "integer", "default": 20}),
        ("Skips headers. On by default.", {"type": "boolean", "default": False}),
        ("Skips headers; true by default.", {"type": "boolean", "default": False}),
        ("Skips headers. Disabled by default.", {"type": "boolean", "default": True}),
        ("Order, 'asc' by default.", {"type": "string", "enum": ["asc", "desc"], "default": "desc"}),
    ],
)
def test_another_default_than_the_schema_is_found(text: str, schema: dict[str, Any]) -> None:
    assert "TW146" in fired(text, **schema)


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Rows (default: 20).", {"type": "integer", "default": 20}),
        ("Rows (default: 20.0).", {"type": "integer", "default": 20}),
        ("Rows. Defaults to 50 for exports.", {"type": "integer", "default": 20}),
        ("Rows. Defaults to 50 if a filter is given.", {"type": "integer", "default": 20}),
        ("Rows. Default 10 (small) or default 50 (large).", {"type": "integer", "default": 20}),
        ("Timeout (default: 30 seconds).", {"type": "integer", "default": 30_000}),
        ("Timeout. Defaults to 1 minute.", {"type": "integer", "default": 60}),
        ("Defaults to the current sheet.", {"type": "string", "default": "."}),
        ("Defaults to everything.", {"type": "string", "default": "*"}),
        ("Uses the default sheet.", {"type": "string", "default": "Sheet1"}),
        ("Rows (default: 50).", {"type": "integer"}),
        ("Rows (default: 50).", {"type": ["integer", "null"], "default": None}),
        ("Version, default 1.2.3", {"type": "string", "default": "1.2.3"}),
        ("Order, default 'ASC'.", {"type": "string", "default": "asc"}),
        ("Set 'default' to reset.", {"type": "string", "default": "x"}),
        ("Rows; 0 means the default of 50.", {"type": "integer", "default": 0}),
        ("Set to -1 to use the default (50).", {"type": "integer", "default": -1}),
        ("Overrides the sheet's default (50).", {"type": "integer", "default": 20}),
        ("Rows; the server default is 50.", {"type": "integer", "default": 20}),
        ("If the default is 'asc', nothing is sorted.", {"type": "string", "default": "desc"}),
        ("Whether the default (true) is kept.", {"type": "boolean", "default": False}),
        ("Falls back to the default 'Main' sheet.", {"type": "string", "default": "Sheet1"}),
        ("Day to start at. Defaults to 'today'.", {"type": "string", "default": ""}),
        ("Folder. Default: '.'", {"type": "string", "default": "./"}),
        ("Folder. Default: './out/'", {"type": "string", "default": "out"}),
        ("Encoding, default 'UTF8'.", {"type": "string", "default": "utf-8"}),
        ("Factor, default: 1.000,5", {"type": "number", "default": 1000.5}),
        ("Name. Defaults to `rows-{date}.csv` if omitted.", {"type": "string", "default": "rows.csv"}),
        ("The cache is on by default and this skips it.", {"type": "boolean", "default": False}),
        ("Not enabled by default.", {"type": "boolean", "default": False}),
    ],
)
def test_a_default_that_agrees_or_depends_is_left_alone(text: str, schema: dict[str, Any]) -> None:
    assert "TW146" not in fired(text, **schema)


COUNT = {"type": "integer", "minimum": 1, "maximum": 100}


@pytest.mark.parametrize(
    ("text", "schema", "severity"),
    [
        ("Rows, between 1 and 500.", COUNT, Severity.ERROR),
        ("Rows (1-500)", COUNT, Severity.ERROR),
        ("Rows, max 500.", COUNT, Severity.ERROR),
        ("Rows, at most 50.", COUNT, Severity.WARNING),
        ("Rows. Minimum: 0.", COUNT, Severity.ERROR),
        ("Rows, at least 5.", COUNT, Severity.WARNING),
        ("Range: 0 to 100", COUNT, Severity.ERROR),
        ("Name, max 80 characters", {"type": "string", "maxLength": 40}, Severity.ERROR),
        ("Ids, at most 50 items", {"type": "array", "maxItems": 10}, Severity.ERROR),
        ("Rows, max 100.", {"type": "integer", "exclusiveMaximum": 100}, Severity.ERROR),
        ("Rows, up to 500.", COUNT, Severity.ERROR),
        ("Rows, 1-500.", COUNT, Severity.ERROR),
        ("Rows, from 1 to 500.", COUNT, Severity.ERROR),
        ("Rows (<= 500)", COUNT, Severity.ERROR),
        ("Rows; capped at 500.", COUNT, Severity.ERROR),
        ("Rows; max 50 seconds", COUNT, Severity.WARNING),
        ("Name. Max length: 80.", {"type": "string", "maxLength": 40}, Severity.ERROR),
        ("Name, up to 80 characters.", {"type": "string", "maxLength": 40}, Severity.ERROR),
        ("Up to 50 ids.", {"type": "array", "maxItems": 10}, Severity.ERROR),
        ("Between 1 and 50 values.", {"type": "array", "minItems": 1, "maxItems": 10}, Severity.ERROR),
    ],
)
def test_other_bounds_than_the_schema_are_found(text: str, schema: dict[str, Any], severity: Severity) -> None:
    found = [one for one in findings(parameter(text, **schema)) if one.code == "TW147"]
    assert [one.severity for one in found] == [severity]


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Rows, between 1 and 100.", COUNT),
        ("Rows, max 100.", {"type": "integer", "exclusiveMaximum": 101}),
        ("Rows; each holds at most 500 characters.", COUNT),
        ("Rows, max 500.", {"type": "integer", "maximum": 9_007_199_254_740_991}),
        ("Name, at least 3 of them in the list", {"type": "string", "minLength": 1}),
        ("Date between 2020 and 2024", {"type": "string", "maxLength": 10}),
        ("Maximum 2024-01-31", COUNT),
        ("Between rows 5 and 7", COUNT),
        ("Rows (1-100). The sheet returns at most 500 in all.", COUNT),
        ("Rows; the server keeps at most 500 pages.", COUNT),
        ("Rows; max 10 recommended.", COUNT),
        ("Rows; between 10 and 20 works best.", COUNT),
        ("Rows, typically between 10 and 20.", COUNT),
        ("Rows. Maximum 50 when headers are read.", COUNT),
        ("Rows. At most 50 for exports.", COUNT),
        ("Rows. Free plans: max 7, others max 100.", COUNT),
        ("Rows between 2 and 100 if headers are read", COUNT),
        ("Timeout, max 60 seconds.", {"type": "integer", "maximum": 60_000}),
        ("Timeout, max 2 days.", {"type": "integer", "maximum": 172_800}),
        ("Size, max 10 MB.", {"type": "integer", "maximum": 10_485_760}),
        ("Zoom between 1 and 100 percent.", {"type": "number", "minimum": 0.01, "maximum": 1}),
        ("Rows, between 1 and 10k.", {"type": "integer", "maximum": 10_000}),
        ("Rows, max 1e6", {"type": "integer", "maximum": 1_000_000}),
        ("Rows, max 2^10", {"type": "integer", "maximum": 1024}),
        ("Colour, 3 numbers between 0 and 255", {"type": "array", "minItems": 3, "maxItems": 3}),
    ],
)
def test_bounds_that_agree_or_are_of_something_else_are_left_alone(text: str, schema: dict[str, Any]) -> None:
    assert "TW147" not in fired(text, **schema)


@pytest.mark.parametrize(
    ("text", "required", "severity"),
    [
        ("Optional. Name of the sheet.", True, Severity.ERROR),
        ("(optional) Name of the sheet.", True, Severity.ERROR),
        ("Name of the sheet (optional)", True, Severity.ERROR),
        ("Optional name of the sheet", True, Severity.ERROR),
        ("This parameter is optional.", True, Severity.ERROR),
        ("Name of the sheet (required)", False, Severity.WARNING),
        ("Required. Name of the sheet.", False, Severity.WARNING),
        ("[required] Name of the sheet.", False, Severity.WARNING),
        ("This field is mandatory.", False, Severity.WARNING),
        ("An optional name of the sheet.", True, Severity.ERROR),
        ("Name of the sheet, optional.", True, Severity.ERROR),
        ("Name of the sheet - optional", True, Severity.ERROR),
        ("Name of the sheet. It is optional.", True, Severity.ERROR),
        ("Optionally, the name of the sheet.", True, Severity.ERROR),
        ("Not required.", True, Severity.ERROR),
        ("Name of the sheet. May be omitted.", True, Severity.ERROR),
        ("Name of the sheet. If omitted, the first one is read.", True, Severity.ERROR),
        ("When not provided, the first sheet is read.", True, Severity.ERROR),
        ("Name of the sheet, required.", False, Severity.WARNING),
        ("Name of the sheet. Always required.", False, Severity.WARNING),
        ("Name of the sheet (mandatory).", False, Severity.WARNING),
        ("Name of the sheet. Must be provided.", False, Severity.WARNING),
    ],
)
def test_a_need_that_the_schema_denies_is_found(text: str, required: bool, severity: Severity) -> None:
    found = [one for one in findings(parameter(text, required=required, type="string")) if one.code == "TW149"]
    assert [one.severity for one in found] == [severity]


@pytest.mark.parametrize(
    ("text", "required"),
    [
        ("Optional. Name of the sheet.", False),
        ("Name of the sheet (required)", True),
        ("Required when no range is given.", False),
        ("Required for: update.", False),
        ("(required if no range is given)", False),
        ("Optional if a range is given.", True),
        ("Required permissions: read.", False),
        ("JSON with name (required) and size (optional)", True),
        ("- name (required): its name\n- size (optional): its size", False),
        ("Optional chaining expression to evaluate.", True),
        ("Optional attendees of the meeting.", True),
        ("Optional dependencies to install.", True),
        ("The optional values are the kinds of a chart.", True),
        ("Not required when a range is given.", True),
        ("Required - either this or a range", False),
        ("Required: one of name and range", False),
        ("If the range is not given, the first sheet is read.", True),
        ("If omitted or empty, the first sheet is read.", False),
        ("Picture of the sheet. Must be provided in base64.", False),
        ("Name or range. One of the two must be provided.", False),
        ("Mark the question as required.", False),
    ],
)
def test_a_need_that_agrees_or_depends_is_left_alone(text: str, required: bool) -> None:
    assert "TW149" not in codes(findings(parameter(text, required=required, type="string")))


def test_a_parameter_may_be_called_by_what_is_optional() -> None:
    schema = {"type": "object", "properties": {"optional_guests": {"type": "string", "description": "Optional guests"}}}
    schema["required"] = ["optional_guests"]
    assert "TW149" not in codes(findings(Tool.of("invite", "Invite people to one meeting.", schema)))


def test_a_required_value_that_may_be_null_may_be_called_optional() -> None:
    assert "TW149" not in fired("Optional. Name.", required=True, type=["string", "null"])


DOC = """Move a file.

    Args:
        {name} (str): Path of the file to move.
        target: New path.
            It goes on here: with a colon.

    Returns:
        path: where it is now
"""
MOVE = {"type": "object", "properties": {"source": {"type": "string"}, "target": {"type": "string"}}}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (DOC.format(name="src"), {"src"}),
        (DOC.format(name="source"), set()),
        ("Move.\n\n:param src: path\n:param str target: new path", {"src"}),
        ("Move.\n\nParameters:\n- src: path\n- target: new path\n", {"src"}),
        ("Move.\n\n## Parameters\n- `src` (string, required): path\n- `target`: new path\n", {"src"}),
        ("Move.\n\n**Arguments:**\n1. **src** - path\n2. **target** - new path\n", {"src"}),
        ("Move.\n\nArgs:\n    ctx: the context\n    source: path\n", set()),
        ("Move.\n\nParameters\n----------\nsrc : str\n    Path.\ntarget : str\n    New path.\n", {"src"}),
        ("Move.\n\n@param src path\n@param target new path", {"src"}),
        ("Move.\n\n@param {string} src - path\n@param {string} target - new path", {"src"}),
        ("Move.\n\nArgs:\n    source: path\n    target: new path\n    src:\n        old path\n", {"src"}),
        ("Move.\n\nArgs:\n    source: path\n    target: new path\n\n    Default: src\n", set()),
        ("Move.\n\nArgs:\n- Source: path\n- target: new path\n- Behavior: src is overwritten\n", set()),
        ("Move.\n\nArgs:\nsource: path\ntarget: path\n\nLimits:\nsrc: in bytes\n", set()),
        ("Move.\n\nNote:\n    src: no parameter\n", set()),
        ("Move. Args: see below.", set()),
    ],
)
def test_documented_parameters_that_do_not_exist_are_found(text: str, named: set[str]) -> None:
    found = [one for one in findings(Tool.of("move_file", text, MOVE)) if one.code == "TW145"]
    assert {
        word
        for word in ("src", "source", "target", "ctx")
        if any(f'"{word}"' in one.message.split(";")[0] for one in found)
    } == named


def test_a_renamed_parameter_is_guessed() -> None:
    found = [one for one in findings(Tool.of("move_file", DOC.format(name="source_file"), MOVE)) if one.code == "TW145"]
    assert ["source" in one.message for one in found] == [True]


def test_claims_in_an_args_block_are_compared_with_the_schema() -> None:
    text = "Read rows.\n\nArgs:\n    limit (int, optional): Rows to read. Defaults to 50.\n"
    schema = {"type": "object", "properties": {"limit": {"type": "string", "default": "20"}}, "required": ["limit"]}
    assert {"TW142", "TW149"} <= codes(findings(Tool.of("read_rows", text, schema)))


@pytest.mark.parametrize(
    ("text", "schema", "fires"),
    [
        ("One of 'asc' or 'desc'.", {"type": "string"}, True),
        ("Options: get (one sheet), list (all sheets)", {"type": "string"}, True),
        ("Can be 'circle', 'rect' or 'pin'.", {"type": "string"}, True),
        ("One of 'asc' or 'desc'.", {"type": "string", "enum": ["asc", "desc"]}, False),
        ("One of 'asc' or 'desc'.", {"type": "string", "pattern": "^(asc|desc)$"}, False),
        ("For example 'asc' or 'desc'.", {"type": "string"}, False),
        ("Example values: 'asc', 'desc'.", {"type": "string"}, False),
        ("One of the names that list_sheets returns.", {"type": "string"}, False),
        ("Comma-separated list of names. Valid values: asc, desc.", {"type": "string"}, False),
        ("One of 'asc', 'desc', etc.", {"type": "string"}, False),
        ("Must be set by the owner.", {"type": "string"}, False),
        ("Valid values:\n  asc\n  desc\n", {"type": "string"}, True),
        ("One of the following orders: asc, desc.", {"type": "string"}, True),
        ("Required when the action is one of 'create', 'update'.", {"type": "string"}, False),
        ("Must not be one of 'admin', 'root'.", {"type": "string"}, False),
        ("At least one of 'id', 'name' is needed.", {"type": "string"}, False),
        ("Exactly one of id, name or path must be given.", {"type": "string"}, False),
        ("Cannot be combined with any of 'id', 'name'.", {"type": "string"}, False),
        ("Must be one of hall, stage or club; for example, 'Blue Note' is better.", {"type": "string"}, False),
    ],
)
def test_values_that_stand_in_the_text_only(text: str, schema: dict[str, Any], fires: bool) -> None:
    assert ("TW144" in fired(text, **schema)) is fires


@pytest.mark.parametrize("text", ["Provide one of 'sheet' or 'range'.", "Set one of 'sheet', 'range'."])
def test_names_of_parameters_are_no_values(text: str) -> None:
    properties: dict[str, Any] = {"sheet": {"type": "string", "description": text}, "range": {"type": "string"}}
    assert not {"TW143", "TW144"} & codes(
        findings(Tool.of("read_rows", "Return rows.", {"type": "object", "properties": properties}))
    )
    properties["sheet"]["enum"] = ["sheet", "book"]
    assert "TW143" not in codes(
        findings(Tool.of("read_rows", "Return rows.", {"type": "object", "properties": properties}))
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "default",
        "default:",
        "one of",
        "one of:",
        "between and",
        "(",
        "max",
        "Args:",
        "default " * 50,
        "'" * 50,
        "1-" * 50,
    ],
)
def test_scraps_claim_nothing_and_do_no_harm(text: str) -> None:
    assert not claims(text).lists


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("Reads a log below /home/mkessler/logs.", True),
        ("Reads C:\\Users\\mkessler\\logs.", True),
        ("Working folder /var/folders/q1/x.", True),
        ("The current date is 2026-11-29.", True),
        ("The local timezone is Europe/Berlin.", True),
        ("Use 'Europe/Berlin' as local timezone.", True),
        ("The server platform is linux.", True),
        ("Process id: 48213.", True),
        ("Today is 2026-11-29.", True),
        ("Host ip-10-0-3-7 answers.", True),
        ("For example /home/user/app.log.", False),
        ("The current date is assumed.", False),
        ("Use when the current time is requested.", False),
        ("The local time zone is used.", False),
        ("Relative to the current working directory.", False),
        ("The session id is returned by open.", False),
        ("IANA name, e.g. 'Europe/Berlin'.", False),
    ],
)
def test_text_that_differs_from_machine_to_machine(text: str, fires: bool) -> None:
    assert ("TW158" in fired(text, type="string")) is fires
