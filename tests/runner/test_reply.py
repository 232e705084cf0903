"""What a text can be that came instead of a call."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.runner import TextCall, Unreadable
from toolwatch.runner.reply import arguments, check_text, written_call

TOOLS = ("issue_refund", "start_return")


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ('{"name": "issue_refund", "arguments": {}}', "issue_refund"),
        ('Sure!\n```json\n{"tool": "start_return", "parameters": {"a": 1}}\n```\nDone.', "start_return"),
        ('<tool_call>{"function": {"name": "start_return"}}</tool_call>', "start_return"),
        ('{"function": "issue_refund"}', "issue_refund"),
        ('{"note": 1} {"tool_name": "issue_refund"}', "issue_refund"),
        ('{"name": "delete_everything"}', ""),
        ('{"name": ["issue_refund"]}', ""),
        ("I would call issue_refund.", ""),
        ('{"name": "issue_refund"', ""),
        ("{" * 5000, ""),
        ('{"a":' * 3000, ""),
        ("", ""),
    ],
    ids=range(12),
)
def test_a_written_call(text: str, tool: str) -> None:
    assert written_call(text, TOOLS) == tool


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.text(alphabet='{}[]":,`\\ namejsoissue_refund\n', max_size=60))
def test_any_text_is_read_without_trouble(text: str) -> None:
    assert written_call(text, TOOLS) in ("", *TOOLS)


def test_talk_is_no_call_and_silence_is_no_answer() -> None:
    check_text("Which order?", TOOLS, TextCall.UNPARSED)
    check_text('{"name": "issue_refund"}', TOOLS, TextCall.NONE)
    for text, cut, again in (
        ("  \n", False, True),
        ("Let me", True, False),
        ('{"name": "issue_refund"}', False, False),
    ):
        with pytest.raises(Unreadable) as caught:
            check_text(text, TOOLS, TextCall.UNPARSED, cut=cut, tokens=(3, 4))
        assert caught.value.again is again
        assert caught.value.tokens == (3, 4)


def test_arguments_that_are_no_json_stay_as_they_came() -> None:
    assert arguments('{"a": 1}') == {"a": 1}
    assert arguments('{"a": ') == '{"a": '
    assert arguments({"a": 1}) == {"a": 1}
    assert arguments(None) is None
