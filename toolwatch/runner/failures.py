"""Why a model gave no choice: nothing came, or what came cannot be read."""

from toolwatch.model.inert import one_line

_LONGEST = 400


class AskFailure(Exception):
    """One attempt failed; the engine retries it or makes it the error of the trial. The text is for the user."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text, _LONGEST))


class Unreadable(AskFailure):
    """An answer came and says no choice: malformed, empty, cut. ``again`` is False where a retry cannot help.

    ``tokens`` is what it cost, in and out, where it says so.
    """

    def __init__(self, text: str, *, again: bool = True, tokens: tuple[int, int] | None = None) -> None:
        super().__init__(text)
        self.again = again
        self.tokens = tokens


class Unavailable(AskFailure):
    """No answer came: refused, overloaded, timed out.

    ``retry_after`` is the endpoint's own word in seconds; ``again`` is False where the same request will fail again;
    ``hopeless`` is True where every request will (a refused key, an unknown model), so that no more are sent;
    ``billed`` is True where the endpoint may have worked and charged all the same.
    """

    def __init__(
        self,
        text: str,
        *,
        retry_after: float | None = None,
        again: bool = True,
        hopeless: bool = False,
        billed: bool = False,
    ) -> None:
        super().__init__(text)
        self.retry_after = retry_after
        self.again = again and not hopeless
        self.hopeless = hopeless
        self.billed = billed
