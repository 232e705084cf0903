"""Who writes with a token."""

from toolwatch.github.api import Api, GitHubError, Unavailable

BOT = "github-actions[bot]"
"""Who writes with a job's own token; the API does not tell such a token its name."""


def login(api: Api) -> str:
    """Who the token belongs to; a job's own token may not ask, and is GitHub's bot."""
    try:
        user = api.call("GET", "//user")
    except Unavailable:
        raise
    except GitHubError:
        return BOT
    name = user.get("login") if isinstance(user, dict) else None
    return name if isinstance(name, str) else BOT
