"""Hints that a tool's own name, text or schema contradicts, and hints that look odd and are honest."""

from typing import Any

import pytest

from tests.lint.fired import codes, findings
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


def fired(name: str, text: str, hints: dict[str, Any], **more: Any) -> set[str]:
    return codes(findings(Tool.of(name, text, annotations=hints, **more), families=("annotations",)))


@pytest.mark.parametrize(
    "name", ["delete_page", "createPage", "acme_update-page", "send_mail", "page_remove", "move_file"]
)
def test_a_read_only_tool_named_after_a_change_is_found(name: str) -> None:
    assert "TW240" in fired(name, "Does it.", {"readOnlyHint": True})


@pytest.mark.parametrize(
    "name",
    [
        "get_page", "list_deleted_pages", "jira_get_create_fields", "validate_update", "search_posts", "open_nodes",
        "preview_delete", "check_for_updates", "describe_set", "page_history", "postpone", "address_book",
    ],
)  # fmt: skip
def test_a_reader_whatever_else_its_name_says_is_left_alone(name: str) -> None:
    assert "TW240" not in fired(name, "Does it.", {"readOnlyHint": True})


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("Deletes old pages.", True),
        ("Permanently remove what nobody read.", True),
        ("\n    Updates the index.", True),
        ("Returns pages that an update would change.", False),
        ("Move of the day.", False),
        ("Updated pages since yesterday.", False),
        ("", False),
    ],
)
def test_a_read_only_tool_that_begins_with_a_change(text: str, fires: bool) -> None:
    assert ("TW241" in fired("tidy", text, {"readOnlyHint": True})) is fires


@pytest.mark.parametrize(
    ("name", "text", "hints", "fires"),
    [
        ("delete_record", "Permanently delete one record.", {"readOnlyHint": False, "destructiveHint": False}, True),
        ("delete_record", "Delete one record.", {"destructiveHint": False}, True),
        ("clean_up", "Tidies up. This cannot be undone.", {"destructiveHint": False}, True),
        ("delete_record", "Move one record to the trash.", {"destructiveHint": False}, False),
        ("remove_label", "Take a label off.", {"destructiveHint": False}, False),
        ("delete_record", "Delete one record.", {"destructiveHint": True}, False),
        ("delete_record", "Delete one record.", {}, False),
        ("create_record", "Create one record.", {"destructiveHint": False}, False),
    ],
)
def test_destruction_that_is_denied(name: str, text: str, hints: dict[str, Any], fires: bool) -> None:
    assert ("TW244" in fired(name, text, hints)) is fires


@pytest.mark.parametrize(
    ("hints", "fires"),
    [
        ({"readOnlyHint": True, "destructiveHint": True}, True),
        ({"readOnlyHint": True}, False),
        ({"readOnlyHint": True, "destructiveHint": "true"}, False),
        ({"destructiveHint": True}, False),
    ],
)
def test_both_at_once(hints: dict[str, Any], fires: bool) -> None:
    assert ("TW243" in fired("check", "Checks.", hints)) is fires


@pytest.mark.parametrize(
    ("name", "text", "fires"),
    [
        ("send_invoice", "Send one invoice.", True),
        ("create_page", "Create a page.", True),
        ("create_folder", "Create a folder or ensure that it exists.", False),
        ("create_or_update_page", "Create or update a page.", False),
        ("set_title", "Set the title.", False),
        ("get_page", "Return a page.", False),
    ],
)
def test_a_call_that_must_not_be_repeated(name: str, text: str, fires: bool) -> None:
    assert ("TW247" in fired(name, text, {"idempotentHint": True})) is fires


@pytest.mark.parametrize(
    ("name", "text", "parameter", "fires"),
    [
        ("search", "Search the web for pages.", "query", True),
        ("fetch", "Return its text.", "url", True),
        ("fetch", "Fetch a web page and return its text.", "address", True),
        ("search_files", "Search the files of the project.", "query", False),
        ("set_link", "Put a link on a page.", "url", False),
        ("search", "Search notes; links to the web are kept.", "query", False),
    ],
)
def test_a_closed_world_that_is_open(name: str, text: str, parameter: str, fires: bool) -> None:
    schema = {"type": "object", "properties": {parameter: {"type": "string"}}}
    tool = Tool.of(name, text, schema, annotations={"openWorldHint": False})
    assert ("TW248" in codes(findings(tool))) is fires


@pytest.mark.parametrize(
    ("key", "fires"),
    [
        ("readonlyHint", True), ("readOnly", True), ("is_read_only", True), ("destructive", True),
        ("idempotent_hint", True), ("OpenWorldHint", True), ("readOnlyHint", False), ("category", False),
        ("title", False), ("hint", False), ("", False),
    ],
)  # fmt: skip
def test_a_hint_that_nobody_reads(key: str, fires: bool) -> None:
    assert ("TW250" in fired("get_page", "Return a page.", {key: True})) is fires


@pytest.mark.parametrize(
    ("title", "fires"),
    [
        ("Ping (safe)", True), ("Ping [verified]", True), ("Completely harmless ping", True), ("Read-only ping", True),
        ("Approved by IT", True), ("Ping", False), ("Safe deposit boxes", False), ("Verify a signature", False),
    ],
)  # fmt: skip
def test_a_title_that_vouches_for_itself(title: str, fires: bool) -> None:
    assert ("TW252" in fired("ping_host", "Ping a host.", {"title": title})) is fires


def test_a_title_may_call_itself_read_only_where_the_hint_does() -> None:
    assert "TW252" not in fired("view", "Show it.", {"title": "Read-only view", "readOnlyHint": True})


@pytest.mark.parametrize(
    ("title", "fires"),
    [("View page", True), ("Delete page", False), ("Deleted pages", False), ("Page", False), ("Drop the page", False)],
)
def test_a_title_that_names_a_milder_act(title: str, fires: bool) -> None:
    assert ("TW251" in fired("delete_page", "Delete it for good.", {}, title=title)) is fires


@pytest.mark.parametrize(
    "hints", [None, 7, [], "readOnlyHint", {"readOnlyHint": None}, {"readOnlyHint": "yes", "title": 3}, {"": {}}]
)
def test_broken_annotations_do_no_harm(hints: Any) -> None:
    assert not codes(
        findings(Tool.of("delete_page", "Deletes.", annotations=hints), families=("annotations",)),
        least=Severity.WARNING,
    )
