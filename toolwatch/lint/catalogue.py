"""Every known rule, and which of them a set of options chooses."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from toolwatch import registry
from toolwatch.errors import RegistryError, UsageError
from toolwatch.lint.base import Rule
from toolwatch.lint.options import Options, Profile
from toolwatch.model.finding import Severity

GROUP = "toolwatch.rules"
_SECURITY = ("security", "annotations")

V = TypeVar("V")


@cache
def catalogue() -> Mapping[str, type[Rule]]:
    """All rules by code: those of ``lint/rules``, then those that installed packages bring.

    Raises:
        RegistryError: a rule file is wrong, or a rule has no sample.
    """
    rules = registry.load("toolwatch.lint.rules", Rule, key="code", group=GROUP)
    for code, rule in rules.items():
        for part in ("severity", "bad", "good", "near_miss"):
            if not hasattr(rule, part):
                raise RegistryError(f"{rule.__module__}.{rule.__qualname__} ({code}) has no {part}")
    return rules


def find(text: str) -> tuple[type[Rule], ...]:
    """The rules that a code, a code prefix, a name or a family names; dashes in names are underscores."""
    if text in catalogue():
        return (catalogue()[text],)
    word = text.replace("-", "_")
    return tuple(rule for rule in catalogue().values() if _names(rule, text, word))


def chosen(options: Options) -> list[Rule]:
    """The rules that run, by code, each with its settings.

    Raises:
        UsageError: the options name a rule or a setting that does not exist.
    """
    selected = all_of(options.select, "select")
    ignored = all_of(options.ignore, "ignore")
    all_of(options.severity, "severity")
    settings = by_rule(options.settings, "settings")
    return [
        _made(rule, settings.get(code, {}))
        for code, rule in catalogue().items()
        if code not in ignored and (code in selected or _in_profile(rule, options.profile))
    ]


def verify(options: Options) -> None:
    """Look up every rule and every setting that ``options`` name, those for single tools and those forgiven too.

    Raises:
        UsageError: one of them does not exist.
    """
    chosen(options)
    for one in options.tools:
        all_of(one.ignore, f"tools {one.tool!r}: ignore")
        all_of(one.severity, f"tools {one.tool!r}: severity")
    all_of((one.code for one in options.suppressions), "suppress")


def all_of(texts: Iterable[str], where: str) -> frozenset[str]:
    """The codes of the rules that ``texts`` name.

    Raises:
        UsageError: one of them names none.
    """
    return frozenset(rule.code for text in texts for rule in _known(text, where))


def by_rule(values: Mapping[str, V], where: str) -> dict[str, V]:
    """The value that ``values`` gives each code; a code beats a name, a name beats a prefix or a family.

    Raises:
        UsageError: a key names no rule.
    """
    found: dict[str, tuple[int, V]] = {}
    for key, value in values.items():
        for rule in _known(key, where):
            rank = 2 if key == rule.code else 1 if key.replace("-", "_") == rule.name else 0
            if rule.code not in found or found[rule.code][0] <= rank:
                found[rule.code] = (rank, value)
    return {code: value for code, (_, value) in found.items()}


def _names(rule: type[Rule], text: str, word: str) -> bool:
    prefix = text.startswith("TW") and text[2:].isdigit() and rule.code.startswith(text)
    return prefix or text == rule.code or word in (rule.name, rule.family)


def _known(text: str, where: str) -> tuple[type[Rule], ...]:
    rules = find(text)
    if not rules:
        raise UsageError(f"{where}: no rule, rule name or family is called {text!r}; `toolwatch rules` lists them")
    return rules


def _in_profile(rule: type[Rule], profile: Profile) -> bool:
    if profile is Profile.STRICT:
        return True
    if profile is Profile.SECURITY:
        return rule.family in _SECURITY
    return rule.recommended and (profile is Profile.RECOMMENDED or rule.severity is Severity.ERROR)


def _made(rule: type[Rule], settings: Mapping[str, Any]) -> Rule:
    known = rule.settings() if settings else {}
    for name, value in settings.items():
        where = f"settings: {rule.code} ({rule.name})"
        if name not in known:
            has = f"it has {', '.join(sorted(known))}" if known else "it has none"
            raise UsageError(f"{where} has no setting {name!r}; {has}")
        kind = type(known[name])
        if kind in _FITS and not _FITS[kind](value):
            raise UsageError(f"{where}: {name} must be {_KINDS[kind]}, not {value!r}")
    return rule(**{name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()})


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_FITS: Mapping[type, Callable[[Any], bool]] = {
    int: lambda value: isinstance(value, int) and _is_number(value),
    float: _is_number,
    bool: lambda value: isinstance(value, bool),
    str: lambda value: isinstance(value, str),
    tuple: lambda value: isinstance(value, list | tuple) and all(isinstance(one, str) for one in value),
}
_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", tuple: "a list of texts"}
"""What a setting may be, by the type of the value that holds otherwise."""
