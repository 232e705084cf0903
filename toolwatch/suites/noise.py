"""What ``toolwatch noise`` found, in a readable file beside the suite: one entry for each model that was asked."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.model import yaml_text
from toolwatch.model.files import write_whole
from toolwatch.model.noise import Noise
from toolwatch.model.suite import Suite
from toolwatch.suites import document
from toolwatch.suites.reading import shape

FILE = "noise.yaml"

_HEAD = """\
# Cases that move under edits that mean nothing, for each model: written by `toolwatch noise`, and worth committing.
# A flip of such a case says little about an edit. Fewer of them mean that this model and this list can be trusted more.
"""


class _Moved(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    by: list[str] = Field(min_length=1)
    regressed: list[str] = Field(default_factory=list)
    asked: str = ""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    tools: str
    cases: int = Field(ge=1)
    placebos: list[str] = Field(min_length=1)
    fragile: dict[str, _Moved] = Field(default_factory=dict)


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    noise: list[_Entry] = Field(default_factory=list)


def read(suite: Suite) -> tuple[Noise, ...]:
    """Everything that is known of a suite's noise, by model; nothing where it was never measured.

    Raises:
        SuiteError: the file is not what ``write`` writes; the text names the line.
    """
    file = _file(suite)
    if file is None or not file.exists():
        return ()
    found = document.read(file)
    form = shape(found, _Form, what="noise file")
    _sound(found, form)
    return tuple(
        Noise(
            suite.name,
            entry.model,
            entry.tools,
            tuple(entry.placebos),
            {case: tuple(moved.by) for case, moved in entry.fragile.items()},
            entry.cases,
            {case: tuple(moved.regressed) for case, moved in entry.fragile.items() if moved.regressed},
            {case: moved.asked for case, moved in entry.fragile.items() if moved.asked},
        )
        for entry in form.noise
    )


def _sound(found: document.Document, form: _Form) -> None:
    """Refuse counts that cannot be: they would be shares above one, or two answers to one question."""
    models = [entry.model for entry in form.noise]
    for place, entry in enumerate(form.noise):
        if models.index(entry.model) != place:
            raise found.error(("noise", place, "model"), f"{entry.model} stands here twice; measure it again")
        if len(entry.fragile) > entry.cases:
            raise found.error(("noise", place, "fragile"), "names more cases than were asked; measure it again")
        for case, moved in entry.fragile.items():
            if not {*moved.by, *moved.regressed} <= {*entry.placebos}:
                raise found.error(("noise", place, "fragile", case), "names an edit that is not among the placebos")


def write(suite: Suite, measured: Noise) -> Path | None:
    """Keep what was measured in place of what was known of that model; None for a suite that has no folder."""
    file = _file(suite)
    if file is None:
        return None
    others = [noise for noise in read(suite) if noise.model != measured.model]
    write_whole(file, _text(sorted([*others, measured], key=lambda noise: noise.model)))
    return file


def _file(suite: Suite) -> Path | None:
    return suite.folder / FILE if suite.folder is not None else None


def _text(entries: Sequence[Noise]) -> str:
    plain = [
        {
            "model": noise.model,
            "tools": noise.tools,
            "cases": noise.total,
            "placebos": list(noise.placebos),
            "fragile": {case: _moved(noise, case) for case in sorted(noise.moved)},
        }
        for noise in entries
    ]
    return _HEAD + yaml_text.dumps({"noise": plain}, allow_unicode=True, width=110)


def _moved(noise: Noise, case: str) -> dict[str, object]:
    fields = {
        "by": list(noise.moved[case]),
        "regressed": list(noise.regressed.get(case, ())),
        "asked": noise.asked.get(case, ""),
    }
    return {name: value for name, value in fields.items() if value}
