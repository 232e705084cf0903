"""What several lists of one server are called in one report, so that nothing of one is taken for another's."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from toolwatch import suites
from toolwatch.model.report import Compared
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite


def labels(compared: Sequence[Compared]) -> tuple[str, ...]:
    """One name for each list: a variant is called as its target is written, lists of one name by their targets."""
    names = [one.after.label for one in compared]
    times = Counter(names)
    return tuple(name if times[name] == 1 else one.after_target for name, one in zip(names, compared, strict=True))


def called(one: Compared, label: str) -> Compared:
    """Both lists under that name."""
    return replace(one, before=one.before and _named(one.before, label), after=_named(one.after, label))


def suites_of(one: Compared, label: str, loaded: Sequence[Suite]) -> tuple[Suite, ...]:
    """The suites of the list's server; under another name than the server's the same cases are other cases.

    Of a variant, which may have fewer tools, those cases that it has the tools for, before or after.
    """
    mine = [suite for suite in loaded if suite.server == one.after.server]
    if one.after.variant and not one.after.coverage.failure:
        lists = (one.after.listing, *([one.before.listing] if one.before else []))
        mine = [suites.fitting(suite, *lists) for suite in mine]
    return tuple(suite if label == suite.server else _apart(suite, label) for suite in mine)


def _apart(suite: Suite, label: str) -> Suite:
    return replace(suite, name=f"{suite.name}:{label.removeprefix(f'{suite.server}:')}")


def _named(snapshot: Snapshot, label: str) -> Snapshot:
    return replace(snapshot, listing=replace(snapshot.listing, server=label))
