"""Which requests one connection has sent, and which of them are answered."""

from dataclasses import dataclass, field
from typing import Any

from toolwatch.model.tool import Json

Key = str | int


@dataclass(slots=True)
class Asked:
    """Requests by id. A client takes the first answer to each and drops the others, so that no other counts here."""

    _methods: dict[Key, str] = field(default_factory=dict)
    _answered: set[Key] = field(default_factory=set)

    def sent(self, message: Json) -> None:
        """Remember which method a request asks for; an id that is used anew is open again."""
        if isinstance(message, dict) and "method" in message and (key := _key(message.get("id"))) is not None:
            self._methods[key] = str(message["method"])
            self._answered.discard(key)

    def answer(self, message: dict[str, Any]) -> tuple[str | None, str]:
        """The method that an answer is the first to (None: it answers nothing), and what is wrong with it, if anything.

        An answer with the id null says that a request could not be read or was none; it answers nothing, in order.
        """
        number = message.get("id")
        key = _key(number)
        if number is None:
            return None, ""
        if key is None or key not in self._methods:
            return None, "an answer came under an id under which nothing was asked"
        method = self._methods[key]
        if key in self._answered:
            return None, f"{method} was answered more than once under one id; the first answer counts"
        self._answered.add(key)
        if "method" in message:
            return method, f"{method} was answered by a message that is a request too"
        both = "result" in message and "error" in message
        return method, f"{method} was answered with a result and an error in one" if both else ""


def _key(number: Json) -> Key | None:
    """An id as the SDK compares it: some servers send a number back as text."""
    if isinstance(number, bool) or not isinstance(number, str | int):
        return None
    try:
        return int(number)
    except ValueError:
        return number
