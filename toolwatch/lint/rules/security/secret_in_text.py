"""A secret stands in a text that is sent to every client."""

from collections.abc import Collection, Iterator

from toolwatch.lint.base import Spot, TextRule
from toolwatch.lint.secrets import PIECES, SHORTEST, find
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import Text
from toolwatch.lint.wording import LONGEST
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class SecretInText(TextRule):
    """A key, token or password stands in a description, a default, an example or another text of the list.

    Everybody who connects gets it, models repeat it, logs and snapshots keep it. Revoke it, and take it out; show the
    shape of a key as `sk-...`. The finding never repeats it whole. Known prefixes of providers are recognised, and
    values behind `key=` or in a URL when they are as random as keys are. The patterns are this linter's own:
    detect-secrets was measured at 1.3 ms a line, which is ten seconds for a list of 1,000 tools.

    Source: detect-secrets and gitleaks on the shapes of keys; peers' rules (mcp-tool-card-linter).
    """

    code = "TW228"
    severity = Severity.ERROR
    bad = Tool.of("read_note", "Read one note. Uses api_key=q7RzX2mVb9TkLw4Np8Yc1Hd6.")
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of("read_note", "Read one note. Set api_key=YOUR_API_KEY_GOES_HERE or token: <your-token-value>.")

    def candidates(self, strings: Strings) -> Collection[int]:
        """The strings with a run as long as the shortest secret, and a word or a prefix that goes with one."""
        return strings.with_run(SHORTEST, strings.with_piece(PIECES, range(len(strings.groups))))

    def check_text(self, text: Text) -> Iterator[Spot]:
        whole = text.text[:LONGEST]
        if secret := find(whole):
            what = f"holds what looks like a credential ({secret.kind}), {secret.shown}: revoke it and take it out"
            yield Spot(text.path, what, secret.shown)
