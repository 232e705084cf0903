"""A golden trace becomes first-call questions, each asked after the calls before it."""

from pathlib import Path

from toolwatch import suites
from toolwatch.model.suite import Message, Suite

TRACE = """\
server: shop
cases:
  - id: lost
    request: Is KB1 lost? Then repay me.
    steps:
      - {tool: check_mail, optional: true, result: nothing}
      - {tool: lookup_order, arguments: {order: KB1}, result: {status: lost}}
      - {tool: issue_refund, arguments: {cause: {one_of: [lost, gone]}, note: {present: true}}}
      - {tool: say_sorry, optional: true}
"""


def read(folder: Path) -> Suite:
    (folder / "suite.yaml").write_text(TRACE, encoding="utf-8")
    return suites.read(folder / "suite.yaml")


def test_each_step_is_a_question_after_canned_results(tmp_path: Path) -> None:
    first, second, third = read(tmp_path).cases
    assert [case.id for case in (first, second, third)] == ["lost", "lost#2", "lost#3"]
    assert (first.expected, first.optional, len(first.steps)) == (("lookup_order",), ("check_mail",), 4)
    assert first.messages == (Message("user", "Is KB1 lost? Then repay me."),)
    assert (second.expected, second.optional) == (("lookup_order",), ())
    assert third.expected == ("issue_refund",)
    assert third.arguments == {"cause": {"one_of": ["lost", "gone"]}, "note": {"present": True}}
    assert third.messages == (
        Message("user", "Is KB1 lost? Then repay me."),
        Message("assistant", "", "check_mail", {}),
        Message("tool", "nothing", "check_mail"),
        Message("assistant", "", "lookup_order", {"order": "KB1"}),
        Message("tool", '{"status": "lost"}', "lookup_order"),
    )


def test_the_last_question_is_about_the_last_call_that_must_be_made(tmp_path: Path) -> None:
    assert all("say_sorry" not in case.expected for case in read(tmp_path).cases)
