"""Suite files become suites: every ``suite.yaml`` below a folder, with what it includes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from toolwatch.errors import SuiteError
from toolwatch.model.suite import NO_TOOL, Boundary, Case, Message, Step, Suite
from toolwatch.suites import digest, document
from toolwatch.suites.document import Document, Place
from toolwatch.suites.files import FURTHER, found, further_files
from toolwatch.suites.form import BoundaryForm, CaseForm, CasesForm, MessageForm, StepForm, SuiteForm
from toolwatch.suites.trace import unroll

F = TypeVar("F", bound=BaseModel)


def load(folder: Path) -> tuple[Suite, ...]:
    """Read every ``suite.yaml`` below ``folder``, sorted by name; a suite is named by its folder.

    ``folder`` may be a suite's own folder or file too.

    Raises:
        SuiteError: a file is not well formed, or holds cases where nobody reads them, or a folder cannot be read; the
            text names file, line and field.
    """
    if folder.is_file():
        return (read(folder),)
    if not folder.is_dir():
        raise SuiteError(f"{folder}: is no folder of suites; `toolwatch suite new NAME` makes one")
    suites = [read(file, within=folder) for file in sorted(found(folder))]
    names = [suite.name for suite in suites]
    for suite in suites:
        if names.count(suite.name) > 1:
            raise SuiteError(f"{folder / suite.file}: a second suite is called {suite.name!r}; rename its folder")
    return tuple(sorted(suites, key=lambda suite: suite.name))


def read(file: Path, *, within: Path | None = None) -> Suite:
    """Read one suite file and the files in the folder ``cases`` beside it.

    The prompt that it names must lie in ``within`` (default: the file's own folder).
    """
    root = within or file.parent
    main = document.read(file)
    form = shape(main, SuiteForm)
    parts = [_Part(main, form), *(_further(path) for path in further_files(file.parent / FURTHER))]
    boundaries = tuple(boundary for part in parts for boundary in part.boundaries())
    cases = tuple(case for part in parts for case in part.cases())
    _once(boundaries)
    _once(cases)
    suite = Suite(
        name=file.parent.resolve().name,
        server=form.server,
        system=_system(file, root, main, form),
        boundaries=boundaries,
        cases=tuple(question for case in cases for question in unroll(case)),
        cost=dict(form.cost),
        file=file.relative_to(within).as_posix() if within else file.name,
        folder=file.parent,
    )
    return replace(suite, digest=digest.of(suite))


def further(text: str, *, name: str) -> tuple[Case, ...]:
    """The cases of a text that is to lie in the folder ``cases``, with every check of a file there but its ids'.

    Raises:
        SuiteError: it is not well formed.
    """
    part = document.parse(text, name=name)
    read = _Part(part, shape(part, CasesForm))
    tuple(read.boundaries())
    return tuple(read.cases())


def shape(read: Document, form: type[F], *, what: str = "suite") -> F:
    """Check a document against a form; ``what`` says which file it is.

    Raises:
        SuiteError: the first thing that does not fit, with its line.
    """
    try:
        return form.model_validate(read.data if read.data is not None else {})
    except ValidationError as error:
        # A misspelt key shows as one that is missing, too; the one that stands in the file is the better news.
        details = error.errors(include_url=False)
        detail = next((one for one in details if one["type"] == "extra_forbidden"), details[0])
        place = tuple(key for key in detail["loc"] if not (isinstance(key, str) and key.startswith("function-")))
        raise read.error(place, _say(read, place, detail["type"], detail["msg"], what)) from None


def _say(read: Document, place: Place, kind: str, message: str, file: str) -> str:
    word = read.words.get(place)
    if kind == "string_type" and word is not None:
        what = f'`{word}` is read by YAML as something else than text; write "{word}" in quotes'
        return what if word.lower() not in ("", "~", "null") else f"is empty; where no tool is right write {NO_TOOL}"
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return f"is not a field that a {file} knows"
        case "string_pattern_mismatch":
            return "may hold letters, digits and . _ / : - only, and starts with a letter or digit"
        case "string_too_short":
            return "is empty"
        case "too_short":
            return "has too few entries"
        case "model_type" | "model_attributes_type" | "dict_type":
            return "must be a mapping of fields"
        case _:
            return message.removeprefix("Value error, ").removeprefix("Input ").strip()


@dataclass(frozen=True, slots=True)
class _Part:
    """One file of a suite: the nouns in it, each with its place."""

    read: Document
    form: CasesForm

    def boundaries(self) -> Iterator[Boundary]:
        for index, form in enumerate(self.form.boundaries):
            yield Boundary(form.id, tuple(form.tools), form.why or "", self.read.position(("boundaries", index)))

    def cases(self) -> Iterator[Case]:
        for index, boundary in enumerate(self.form.boundaries):
            yield from self._of_boundary(boundary, ("boundaries", index))
        for index, form in enumerate(self.form.cases):
            yield self._case(form, ("cases", index))

    def _of_boundary(self, boundary: BoundaryForm, place: Place) -> Iterator[Case]:
        for at, pair in enumerate(boundary.pairs):
            here = (*place, "pairs", at)
            for index, form in enumerate(pair.cases):
                case = self._case(form, (*here, "cases", index))
                yield replace(case, boundary=boundary.id, pair=pair.id, fact=pair.fact)
            if len({tuple(form.expect or [step.tool for step in form.steps or ()]) for form in pair.cases}) == 1:
                raise self.read.error(here, f"the cases of the pair {pair.id!r} all go to the same tool")
        for index, form in enumerate(boundary.cases):
            yield replace(self._case(form, (*place, "cases", index)), boundary=boundary.id)

    def _case(self, form: CaseForm, place: Place) -> Case:
        expected = self._expected(form, place)
        return Case(
            id=form.id,
            request=form.request,
            expected=expected,
            history=tuple(self._message(turn, (*place, "history", at)) for at, turn in enumerate(form.history)),
            must_not=tuple(form.must_not or ()),
            arguments=dict(form.arguments or (form.steps[0].arguments if form.steps else {})),
            category=form.category or "",
            language=form.language or "",
            source=form.source or "",
            risk=form.risk,
            weight=form.weight,
            abstain=form.abstain or "",
            position=self.read.position(place),
            optional=tuple(form.optional or ()),
            steps=tuple(_step(step) for step in form.steps or ()),
            note=form.note or "",
        )

    def _expected(self, form: CaseForm, place: Place) -> tuple[str, ...]:
        if (form.expect is None) == (form.steps is None):
            raise self.read.error(place, f"the case {form.id!r} must say one of `expect` and `steps`")
        if form.steps is not None:
            return (form.steps[0].tool,)
        names = tuple(name for name in form.expect or () if name != NO_TOOL)
        if form.abstain and names:
            raise self.read.error((*place, "abstain"), "is for cases where no tool is right, and this one expects some")
        if both := sorted({*names, *(form.optional or ())} & set(form.must_not or ())):
            raise self.read.error((*place, "must_not"), f"{both[0]!r} is also right or allowed in this case")
        return names

    def _message(self, form: MessageForm, place: Place) -> Message:
        if form.role == "user" and (form.tool or form.arguments is not None):
            raise self.read.error(place, "a user calls no tool")
        if form.role == "tool" and not form.tool:
            raise self.read.error(place, "a tool's result names its tool")
        if not form.content and not form.tool:
            raise self.read.error(place, "says nothing")
        return Message(form.role, form.content, form.tool or "", form.arguments)


def _step(form: StepForm) -> Step:
    return Step(form.tool, dict(form.arguments), form.result, form.optional)


def _further(path: Path) -> _Part:
    part = document.read(path)
    return _Part(part, shape(part, CasesForm))


def _system(file: Path, root: Path, main: Document, form: SuiteForm) -> str:
    if form.system is None:
        return ""
    path = _inside(file, root, main, form)
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").strip()
    except UnicodeDecodeError:
        raise main.error(("system",), f"{path} is no UTF-8 text") from None
    except OSError as error:
        raise main.error(("system",), f"cannot read {path}: {error.strerror}") from None


def _inside(file: Path, root: Path, main: Document, form: SuiteForm) -> Path:
    """The prompt file that a suite names, which may not lie outside the suites: what it holds is sent to a model."""
    name, place = form.system or "", ("system",)
    path = file.parent / name
    if not path.resolve().is_relative_to(root.resolve()):
        raise main.error(place, f"{name} lies outside {root}; keep what a suite reads beside the suites")
    if not path.is_file():
        raise main.error(place, f"there is no file {name} beside the suite")
    return path


def _once(things: Sequence[Case] | Sequence[Boundary]) -> None:
    seen: dict[str, Case | Boundary] = {}
    for thing in things:
        if thing.id in seen:
            kind = type(thing).__name__.lower()
            raise SuiteError(f"{thing.position}: the {kind} id {thing.id!r} is taken ({seen[thing.id].position})")
        seen[thing.id] = thing
