"""``${VAR}`` and ``${VAR:-default}`` in configured values, expanded as late as possible."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from toolwatch.errors import ObservationError
from toolwatch.sources.secrets import Secret

_REFERENCE = re.compile(r"(?P<escape>\$\$\{)|\$\{(?P<body>[^}]*)\}|(?P<open>\$\{)")
_CREDENTIALS = ("headers", "bearer", "oauth")
"""Settings whose values are credentials, whatever the variables are called."""
_NAME = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>.*))?", re.DOTALL)


@dataclass(slots=True)
class Expander:
    """Expands the values of one server and remembers what came out of the environment."""

    environment: Mapping[str, str]
    secrets: list[Secret] = field(default_factory=list)

    def text(self, value: str, where: str) -> str:
        """``value`` with every reference replaced; ``$${`` stands for ``${`` itself.

        Raises:
            ObservationError: a variable that is not set and has no default, or a reference of another kind; the text
                names it and shows no value.
        """
        return _REFERENCE.sub(lambda match: self._replaced(match, where), value)

    def texts(self, values: Mapping[str, str], where: str) -> dict[str, str]:
        """``text`` over a mapping's values."""
        return {name: self.text(value, f"{where}.{name}") for name, value in values.items()}

    def _replaced(self, match: re.Match[str], where: str) -> str:
        if match["escape"]:
            return "${"
        body = match["body"]
        parsed = None if body is None else _NAME.fullmatch(body)
        if parsed is None:
            written = f"${{{body}}}" if body is not None else "${"
            raise ObservationError(f"{where}: {written} is no reference that toolwatch knows: write ${{NAME}}")
        name, default = parsed["name"], parsed["default"]
        value = self.environment.get(name)
        if not value and default is not None:
            return str(default)
        if value is None:
            raise ObservationError(f"{where}: the environment variable {name} is not set")
        if value:
            self.secrets.append(Secret(name, value, sure=where.partition(".")[0] in _CREDENTIALS))
        return value


def references(value: str) -> Iterator[str]:
    """The names of the variables that ``value`` refers to."""
    for match in _REFERENCE.finditer(value):
        parsed = _NAME.fullmatch(match["body"]) if match["body"] is not None else None
        if parsed is not None:
            yield parsed["name"]
