"""Definition files on disk: suffixes, folders, patterns, pointers, and files that are none."""

import json
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from toolwatch.errors import ObservationError
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.engine import fetch_now
from toolwatch.sources.kinds.file import read
from toolwatch.sources.place import Place

TOOL = {
    "name": "find",
    "description": "on: yes",
    "inputSchema": {"type": "object", "properties": {"no": {"enum": ["on"]}}},
}
OTHER = {**TOOL, "name": "count"}
BOUNDS = Bounds(bytes=100_000, nesting=20)


def names(path: Path, *, pointer: str = "") -> list[str]:
    return [tool.name for tool in read(Place("s", path.name, path=path, pointer=pointer), BOUNDS).tools]


def test_yaml_keeps_words_and_numbers_as_json_would(tmp_path: Path) -> None:
    file = tmp_path / "tools.yaml"
    file.write_text(
        "tools:\n- name: find\n  description: 2026-11-29\n  inputSchema:\n    type: object\n    properties:\n      on:"
        " {default: no, maximum: 1e3, minimum: 010, enum: [yes, ~, true, 1.5, 0x10, 12:30:00]}\n"
    )
    (tool,) = read(Place("s", "tools.yaml", path=file), BOUNDS).tools
    assert tool.description == "2026-11-29"
    assert tool.parameters == {
        "on": {
            "default": "no",
            "maximum": 1000.0,
            "minimum": 10,
            "enum": ["yes", None, True, 1.5, "0x10", "12:30:00"],
        }
    }


def test_yaml_that_we_write_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "tools.yml"
    file.write_text(yaml.safe_dump([TOOL, OTHER]))
    assert [tool.raw for tool in read(Place("s", path=file), BOUNDS).tools] == [TOOL, OTHER]


def test_lines(tmp_path: Path) -> None:
    text = json.dumps(TOOL) + "\n\n" + json.dumps(OTHER) + "\n"
    for name in ("tools.jsonl", "tools.ndjson", "tools.json"):
        (tmp_path / name).write_text(text)
        assert names(tmp_path / name) == ["find", "count"]


def test_a_folder_of_one_tool_a_file(tmp_path: Path) -> None:
    (tmp_path / "b.snap").write_text(json.dumps(TOOL))
    (tmp_path / "a.json").write_text(json.dumps(OTHER))
    (tmp_path / "c.yaml").write_text(yaml.safe_dump({**TOOL, "name": "third"}))
    (tmp_path / "README.md").write_text("no tool")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "d.json").write_text(json.dumps({**TOOL, "name": "deep"}))
    assert names(tmp_path) == ["count", "find", "third"]
    assert names(tmp_path / "*.snap") == ["find"]
    assert names(tmp_path / "**" / "*.json") == ["count", "deep"]


def test_a_bundle_is_read_by_its_manifest(tmp_path: Path) -> None:
    manifest = {"manifest_version": "0.3", "name": "till", "version": "1", "tools": [{"name": "a", "description": "b"}]}
    with zipfile.ZipFile(tmp_path / "till.mcpb", "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("manifest.json", json.dumps(manifest))
        bundle.writestr("server/index.js", "x")
    assert names(tmp_path / "till.mcpb") == ["a"]
    with zipfile.ZipFile(tmp_path / "big.mcpb", "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("manifest.json", " " * 1_000_000)
    with zipfile.ZipFile(tmp_path / "other.mcpb", "w") as bundle:
        bundle.writestr("readme.txt", "x")
    (tmp_path / "none.mcpb").write_text("PK no zip")
    for name, reason in (
        ("big", "its manifest is larger than 100000 bytes"),
        ("other", "is no MCP bundle: it holds no readable manifest.json"),
        ("none", "is no MCP bundle: it holds no readable manifest.json"),
        ("gone", "no such file or directory"),
    ):
        with pytest.raises(ObservationError, match=f"{name}.mcpb: {reason}"):
            names(tmp_path / f"{name}.mcpb")


def test_a_pointer_names_a_part(tmp_path: Path) -> None:
    file = tmp_path / "both.json"
    file.write_text(json.dumps({"old": [TOOL], "n/w": {"x": [{"tools": [OTHER]}]}}))
    assert names(file, pointer="/old") == ["find"]
    assert names(file, pointer="/n~1w/x/0") == ["count"]
    with pytest.raises(ObservationError, match=r"both\.json: has nothing at /new"):
        names(file, pointer="/new")


BAD = {
    "empty.json": ("", "empty.json:1:1: is no JSON: expecting value"),
    "half.json": ('{"tools": [', "half.json:1:12: is no JSON: expecting value"),
    "third.json": ('{\n "tools": [\n  {"name" "x"}]}', "third.json:3:11: is no JSON: expecting ':' delimiter"),
    "deep.json": ("[" * 1000 + "]" * 1000, "deep.json: nested deeper than 20 levels"),
    "big.json": ('["' + "x" * 100_001 + '"]', "big.json: is larger than 100000 bytes"),
    "other.json": ('{"a": 1}', "other.json: holds no tool definitions in a known shape"),
    "bad.jsonl": (json.dumps(TOOL) + "\n{oops\n", "bad.jsonl:2:2: is no JSON: expecting property name"),
    "bad.yaml": ("a: [1\nb: 2", "bad.yaml:2: is no YAML: "),
    "tag.yaml": ("a: !!python/object/apply:os.system ['true']", "tag.yaml:1: is no YAML: could not determine"),
    "bomb.yaml": (
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join([f'*{chr(97 + i)}'] * 10)}]\n" for i in range(8)),
        "bomb.yaml: holds more than 2000000 values once its aliases are written out",
    ),
    "self.yaml": ("&a [*a]", "self.yaml: holds more than 2000000 values once its aliases are written out"),
    "deep.yaml": ("[" * 400 + "]" * 400, "deep.yaml: nested deeper than 20 levels"),
}


@pytest.mark.parametrize(("name", "text", "reason"), [(name, *rest) for name, rest in BAD.items()], ids=BAD)
def test_bad_files_say_where_and_why(tmp_path: Path, name: str, text: str, reason: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    listing = fetch_now(Place("s", name, path=file, bounds=BOUNDS)).listing
    assert listing.coverage.failure.startswith(reason)
    assert listing.tools == ()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["wide.json", "wide.jsonl"])
def test_a_file_in_utf_16_is_told_what_to_do(tmp_path: Path, name: str, encoding: str) -> None:
    (tmp_path / name).write_bytes(f"\ufeff{json.dumps(TOOL)}".encode(encoding))
    listing = fetch_now(Place("s", name, path=tmp_path / name)).listing
    assert listing.coverage.failure == f"{name}: is written in UTF-16; save it as UTF-8"


def test_files_that_are_not_there(tmp_path: Path) -> None:
    gone = fetch_now(Place("s", "gone.json", path=tmp_path / "gone.json")).listing
    assert gone.coverage.failure == "gone.json: no such file or directory"
    (tmp_path / "empty").mkdir()
    empty = fetch_now(Place("s", "empty", path=tmp_path / "empty")).listing
    assert empty.coverage.failure.startswith("empty: holds no definition file")


LOSSES = {
    "twice.json": ('[{"name":"a","name":"b"}]', "twice.json: an object holds the key 'name' more than once"),
    "twice.yaml": ("- name: a\n  name: b\n", "twice.yaml: line 2 gives the key 'name' a second time; the last counts"),
    "bytes.json": ('[{"name":"\udcff"}]', "bytes.json: byte 10 is no UTF-8"),
}


@pytest.mark.parametrize(("name", "text", "reason"), [(name, *rest) for name, rest in LOSSES.items()], ids=LOSSES)
def test_what_cannot_be_kept_makes_a_file_partial(tmp_path: Path, name: str, text: str, reason: str) -> None:
    file = tmp_path / name
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    problems = fetch_now(Place("s", name, path=file)).listing.coverage.problems
    assert any(problem.startswith(reason) for problem in problems)


def test_a_file_costs_no_heavy_import(tmp_path: Path) -> None:
    import subprocess

    file = tmp_path / "tools.json"
    file.write_text(json.dumps([TOOL]))
    code = (
        "import sys\nfrom pathlib import Path\nfrom toolwatch.config.settings import Settings\n"
        "from toolwatch.pipeline.lists.observe import observe\nfrom toolwatch.pipeline.lists.targets import parse\n"
        f"assert observe(parse({str(file)!r}), Settings()).tools\n"
        "heavy = ('mcp', 'deepdiff', 'git', 'numpy', 'openai', 'httpx2', 'anyio')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
