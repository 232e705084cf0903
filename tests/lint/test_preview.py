"""``toolwatch preview`` as a user meets it."""

import json
from pathlib import Path

import pytest

from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run


def _file(folder: Path, name: str, *tools: dict[str, object]) -> str:
    path = folder / name
    path.write_text(json.dumps({"tools": tools, "instructions": "Be\u200b kind."}), encoding="utf-8")
    return str(path)


TOOL: dict[str, object] = {"name": "a.b", "description": "Ping.", "inputSchema": {"type": "object", "properties": {}}}


def test_it_shows_losses_and_what_arrives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preview", "--client", "vscode", _file(tmp_path, "shop.json", TOOL)]) == Exit.PASS
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "VS Code, as of 2026-11-29"
    assert lines[1] == "1 tools arrive, 1 losses"
    assert lines[2].startswith("  renamed: a.b: ")
    assert "mcp_shop_a_b  (on the server: a.b)" in lines
    assert "    Be\\u{200b} kind." in lines


def test_a_refusal_is_said_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["preview", "--client", "openai", _file(tmp_path, "shop.json", TOOL)])
    assert capsys.readouterr().out.splitlines()[1].startswith("REFUSED")


def test_two_lists_are_compared_by_tool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = TOOL | {"name": "c"}
    first = _file(tmp_path, "shop.json", TOOL, other)
    second = _file(tmp_path, "next.json", other, TOOL | {"description": "Ping twice."}, TOOL | {"name": "d"})
    assert run(["preview", "--client", "vscode", first, second]) == Exit.PASS
    lines = capsys.readouterr().out.splitlines()
    assert "arrives now: d" in lines
    assert "-    Ping." in lines
    assert "+    Ping twice." in lines
    assert "the order of the tools differs" in lines


def test_the_same_list_gives_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _file(tmp_path, "shop.json", TOOL)
    assert run(["preview", "--client", "cursor", file, file]) == Exit.PASS
    assert not capsys.readouterr().out


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["preview", "--client", "vscode", "--format", "json", _file(tmp_path, "shop.json", TOOL)])
    document = json.loads(capsys.readouterr().out)
    assert document["client"] == "vscode"
    assert document["origins"] == ["a.b"]
    assert document["tools"][0]["name"] == "mcp_shop_a_b"
    assert document["losses"][0]["verb"] == "renamed"


BROKEN: dict[str, object] = {"name": 3}


@pytest.mark.parametrize("format_name", ["text", "json"])
@pytest.mark.parametrize(
    ("lists", "says"),
    [
        pytest.param([[TOOL, BROKEN]], ["one was not seen whole: 1 of 2 tools are broken"], id="a broken entry"),
        pytest.param([[TOOL, "\u202e"]], ["one was not seen whole: 1 of 2 tools are broken"], id="no object"),
        pytest.param(
            [[TOOL], [TOOL, BROKEN]], ["two was not seen whole: 1 of 2 tools are broken"], id="the other list"
        ),
        pytest.param([[TOOL, BROKEN], [BROKEN, TOOL]], ["one was not seen whole", "two was not seen whole"], id="both"),
        pytest.param([[TOOL], [TOOL]], [], id="whole"),
    ],
)
def test_what_was_not_seen_is_said_with_its_reason(
    lists: list[list[object]], says: list[str], format_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"{name}.json" for name, _ in zip(("one", "two"), lists, strict=False)]
    for file, tools in zip(files, lists, strict=True):
        file.write_text(json.dumps({"tools": tools}))
    code = run(["preview", "--client", "vscode", "--format", format_name, *map(str, files)])
    assert code == (Exit.NOT_OBSERVED if says else Exit.PASS)
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert len(lines) == len(says)
    assert all(line.startswith(f"toolwatch: {text}") for line, text in zip(lines, says, strict=True))
    assert "\u202e" not in said.err
    if format_name == "json":
        json.loads(said.out)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--client", "emacs", "x.json"], Exit.USAGE), (["--client", "cursor"], Exit.USAGE), (["x.json"], Exit.USAGE)],
)
def test_wrong_usage(arguments: list[str], code: Exit) -> None:
    assert run(["preview", *arguments]) == code


def test_a_list_that_cannot_be_read_is_no_preview(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shop.json"
    path.write_text("{", encoding="utf-8")
    assert run(["preview", "--client", "cursor", str(path)]) == Exit.NOT_OBSERVED
    assert "shop.json" in capsys.readouterr().err
