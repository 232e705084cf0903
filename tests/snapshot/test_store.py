import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.snapshot.json_values import objects, texts, tools, values
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Completeness, Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.snapshot import Snapshot, Volatile
from toolwatch.model.tool import Json, Tool
from toolwatch.snapshot import store, take

quick = settings(deadline=None, derandomize=True, max_examples=60, database=None)

HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]")

coverages = st.builds(
    Coverage,
    surfaces=st.lists(
        st.builds(SurfaceCoverage, st.sampled_from(Surface), st.booleans(), st.booleans(), refused=texts), max_size=2
    ).map(tuple),
    invalid=st.lists(
        st.builds(InvalidEntry, st.sampled_from(Surface), st.integers(0, 9), texts, values), max_size=2
    ).map(tuple),
    duplicates=st.lists(texts, max_size=2).map(tuple),
    noise=st.lists(texts, max_size=2).map(tuple),
    problems=st.lists(texts, max_size=2).map(tuple),
    failure=texts,
)
listings = st.builds(
    Listing,
    server=texts,
    tools=st.lists(tools.map(Tool), max_size=5).map(tuple),
    prompts=st.lists(objects, max_size=2).map(tuple),
    resources=st.lists(objects, max_size=2).map(tuple),
    resource_templates=st.lists(objects, max_size=2).map(tuple),
    instructions=st.none() | texts,
    server_info=objects,
    protocol_version=st.none() | texts,
    capabilities=objects,
    coverage=coverages,
    kind=texts,
    target=texts,
    identity=objects,
)


def snapshot(*tools: Tool, **fields: Any) -> Snapshot:
    return take(Listing("desk", tools=tools, **fields))


@pytest.mark.sample
@quick
@given(listings, texts)
def test_what_is_written_reads_back_whole(listing: Listing, variant: str) -> None:
    taken = take(listing, variant=variant)
    text = store.dumps(taken)
    again = store.loads(text, where="x.json")
    assert again == taken
    assert store.dumps(again) == text
    assert [list(tool.raw) for tool in again.tools] == [list(tool.raw) for tool in taken.tools], "key order is kept"


@pytest.mark.sample
@quick
@given(listings)
def test_the_file_is_plain_json_in_utf_8(listing: Listing) -> None:
    text = store.dumps(take(listing))
    assert text.encode("utf-8")
    assert text.endswith("}\n")
    assert not HIDDEN.search(text)

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    json.loads(text, parse_constant=refuse)


def test_an_infinity_is_written_as_a_number_that_json_has() -> None:
    schema = {"maximum": math.inf, "minimum": -math.inf, "enum": [math.inf, "Infinity", '": Infinity']}
    taken = snapshot(Tool.of("t", "T", schema))
    text = store.dumps(taken)
    assert text.count("1e999") == 3
    assert store.loads(text, where="x").tools[0].raw["inputSchema"] == schema


def test_tools_are_sorted_and_the_order_sent_is_kept() -> None:
    one, two, other = Tool.of("b", "first"), Tool.of("a"), Tool.of("b", "second")
    taken = snapshot(one, two, other)
    data = json.loads(store.dumps(taken))
    assert data["order"] == ["b", "a", "b"]
    assert [entry["raw"]["name"] for entry in data["tools"]] == ["a", "b", "b"]
    assert store.loads(json.dumps(data), where="x").tools == (one, two, other)


def test_one_edit_is_one_place_in_the_file() -> None:
    tools = [Tool.of(name, f"Does {name}.") for name in ("a", "b", "c")]
    before = store.dumps(snapshot(*tools)).splitlines()
    after = store.dumps(snapshot(tools[0], Tool.of("b", "Does B."), tools[2])).splitlines()
    changed = [line.strip().split(":")[0] for line, other in zip(before, after, strict=True) if line != other]
    assert changed == ['"as_set"', '"as_sent"', '"description"', '"whole"', '"description"']
    moved = store.dumps(snapshot(tools[1], tools[0], tools[2])).splitlines()
    changed = [line.strip() for line, other in zip(before, moved, strict=True) if line != other]
    assert changed[0].startswith('"as_sent"')
    assert changed[1:] == ['"a",', '"b",'], "a reordered list moves its lines in `order`, nothing else"


def test_digests_are_in_the_file_and_made_anew_when_it_is_read() -> None:
    taken = snapshot(Tool.of("a", "A."))
    data = json.loads(store.dumps(taken))
    assert data["digests"] == {"as_set": taken.digests.as_set, "as_sent": taken.digests.as_sent}
    assert data["tools"][0]["digests"]["whole"] == taken.tool_digests["a"].whole
    data["tools"][0]["raw"]["description"] = "By hand."
    assert store.loads(json.dumps(data), where="x") == snapshot(Tool.of("a", "By hand."))


def test_volatile_text_and_variant_are_kept() -> None:
    span = Volatile("/tools/a/description", 0, 2, ("aa", "aaa"))
    taken = take(Listing("s", tools=(Tool.of("a", "me here"),)), volatile=(span,), variant="read-only")
    assert store.loads(store.dumps(taken), where="x") == taken


def test_a_failed_observation_stays_one() -> None:
    taken = snapshot(coverage=Coverage(failure="it exited with 1"))
    again = store.loads(store.dumps(taken), where="x")
    assert again.coverage.completeness is Completeness.FAILED


@pytest.mark.sample
@pytest.mark.parametrize("levels", [150, 1000, 1500])
def test_deep_schemas_are_kept(levels: int) -> None:
    schema: Json = {"type": "string"}
    for _ in range(levels):
        schema = {"items": schema}
    limit = sys.getrecursionlimit()
    text = store.dumps(snapshot(Tool.of("deep", "D", schema)))
    again = store.loads(text, where="x")
    assert store.dumps(again) == text
    assert sys.getrecursionlimit() == limit


def _data() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(store.dumps(snapshot(Tool.of("a"), Tool.of("b"))))
    return parsed


def _edited(edit: Callable[[dict[str, Any]], object]) -> str:
    data = _data()
    edit(data)
    return json.dumps(data)


MERGED = store.dumps(snapshot(Tool.of("a"))).replace(
    '  "variant": "",\n', '<<<<<<< ours\n  "variant": "",\n=======\n  "variant": "x",\n>>>>>>> theirs\n'
)
BAD: dict[str, tuple[str, str]] = {
    "empty": ("", "s.json:1: is no JSON"),
    "cut off": (store.dumps(snapshot())[:40], "s.json:3: is no JSON"),
    "conflict markers": (MERGED, "s.json:5: holds merge conflict markers: take it again"),
    "another document": ('{"tools": []}', "s.json: is no toolwatch snapshot"),
    "an array": ("[]", "s.json: is no toolwatch snapshot"),
    "newer": (_edited(lambda data: data.update(schema_version=2)), "schema_version is 2.*upgrade toolwatch"),
    "no version": (_edited(lambda data: data.pop("schema_version")), "schema_version is None"),
    "version as text": (_edited(lambda data: data.update(schema_version="1")), "schema_version is '1'"),
    "unknown field": (_edited(lambda data: data.update(extra=1)), "s.json: extra: unknown field"),
    "no server": (_edited(lambda data: data.pop("server")), "s.json: server: field required"),
    "tool without raw": (_edited(lambda data: data["tools"][1].pop("raw")), "s.json: tools.1.raw: field required"),
    "raw is no object": (_edited(lambda data: data["tools"][0].update(raw=[])), "s.json: tools.0.raw: "),
    "order names a stranger": (_edited(lambda data: data["order"].append("zzz")), "order: names 'zzz'"),
    "order is short": (_edited(lambda data: data["order"].pop()), "order: has 1 names for 2 tools, 'b' is missing"),
    "name twice in order": (_edited(lambda data: data["order"].append("a")), "order: has 3 names for 2 tools"),
    "unknown surface": (
        _edited(lambda data: data["coverage"]["surfaces"].append({"surface": "x", "declared": True, "listed": True})),
        "s.json: coverage.surfaces.0.surface: ",
    ),
    "span below zero": (
        _edited(lambda data: data["volatile"].append({"path": "/x", "start": -1, "end": 2, "shape": ["", ""]})),
        "s.json: volatile.0.start: ",
    ),
    "absurd number": ('{"document": ' + "9" * 5000 + "}", "s.json: cannot be read: "),
    "bottomless": ("[" * 200_000, "s.json: cannot be read: nests too deep"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_one_line_that_names_file_and_field(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "s.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ObservationError) as caught:
        store.read(file)
    assert re.search(message, str(caught.value))
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)


def test_missing_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(ObservationError, match=r"none\.json: no such file"):
        store.read(tmp_path / "none.json")
    (tmp_path / "b.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(ObservationError, match="is not UTF-8 at byte 7"):
        store.read(tmp_path / "b.json")
    with pytest.raises(ObservationError, match="directory"):
        store.read(tmp_path)


def test_a_description_may_look_like_conflict_markers() -> None:
    taken = snapshot(Tool.of("a", "<<<<<<< ours\n=======\n>>>>>>> theirs"))
    assert store.loads(store.dumps(taken), where="x") == taken


def test_a_write_that_fails_leaves_what_stood_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "folder" / "desk.json"
    store.write(file, snapshot(Tool.of("a")))
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        store.write(file, snapshot(Tool.of("b")))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["desk.json"]


def test_is_snapshot() -> None:
    assert store.is_snapshot(_data())
    assert store.is_snapshot({"document": "toolwatch snapshot", "schema_version": 99})
    others: tuple[Json, ...] = (None, [], {}, {"tools": []}, {"document": "report"})
    assert not any(store.is_snapshot(other) for other in others)


def test_hash_seed_changes_no_byte(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    taken = snapshot(Tool.of("a", "é\u200b"), identity={"b": 1, "a": 2}, server_info={"version": "1", "name": "x"})
    store.write(file, taken)
    code = (
        "import sys; from pathlib import Path; from toolwatch.snapshot import store;"
        "sys.stdout.buffer.write(store.dumps(store.read(Path(sys.argv[1]))).encode())"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code, str(file)],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C"},
            capture_output=True,
            check=True,
        )
        assert run.stdout == file.read_bytes()


def test_identity_is_sorted_by_name() -> None:
    taken = snapshot(identity={"b": 1, "a": 2})
    assert store.dumps(taken) == store.dumps(replace(taken, listing=replace(taken.listing, identity={"a": 2, "b": 1})))


@pytest.mark.sample
def test_every_real_list_reads_back_without_loss(shared: Path) -> None:
    files = sorted((shared / "data" / "corpus").glob("*/*.json"))
    assert files
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        raws = data.get("tools", [])
        listing = Listing(file.stem, tools=tuple(Tool(raw) for raw in raws), instructions=data.get("instructions"))
        again = store.loads(store.dumps(take(listing)), where=file.name)
        assert json.dumps([tool.raw for tool in again.tools]) == json.dumps(raws), file
        assert again == take(listing)


def test_the_published_schema_takes_what_is_written_and_refuses_other_things() -> None:
    from jsonschema import Draft202012Validator

    schema = store.schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert validator.is_valid(_data())
    assert not validator.is_valid(_data() | {"extra": 1})
    assert not validator.is_valid({key: value for key, value in _data().items() if key != "tools"})
