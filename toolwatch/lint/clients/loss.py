"""What of a tool list does not reach the model through a client."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolwatch.lint.base import quote
from toolwatch.lint.clients import in_schema
from toolwatch.lint.clients.client import NO_LIMITS, Client, Verb
from toolwatch.lint.clients.names import Named, all_pass, named
from toolwatch.lint.view import ToolView


class Loss(NamedTuple):
    """One thing that a client refuses, drops, cuts, renames or strips."""

    kind: str
    """The rule that tells of it."""
    verb: Verb
    client: str
    tool: int | None
    path: str
    what: str
    """What it is, the same for every client that minds it."""
    effect: str
    """What this client does with it."""


def losses(
    views: Sequence[ToolView], client: Client, *, server: str = "", instructions: str | None = None
) -> Iterator[Loss]:
    """What ``client`` does not pass on of a server's tools and instructions."""
    own = [view.tool.name for view in views]
    if not all_pass(own, client.names, server):
        yield from _of_names(views, [named(name, client.names, server) for name in own], client)
    most, least = client.description.most, client.description.least
    described = {
        view.index
        for view in (views if most or least else ())
        if (most and len(view.tool.description) > most) or (least and len(view.tool.description.strip()) < least)
    }
    for view in views if described or client.schema is not NO_LIMITS else ():
        if view.index in described:
            yield from _of_description(view, client)
        for kind, verb, path, what, effect in in_schema.troubles(view, client):
            yield Loss(kind, verb, client.name, view.index, path, what, effect)
    yield from _of_list(len(own), client)
    most = client.instructions.most
    if instructions and most and len(instructions) > most:
        what = f"the instructions have {len(instructions)} characters"
        effect = f"cuts them at {most}: {quote(instructions[most : most + 60], 60)} and the rest is lost"
        verb = client.instructions.over or Verb.CUT
        yield Loss("instructions_cut", verb, client.name, None, "/instructions", what, effect)


def _of_names(views: Sequence[ToolView], names: Sequence[Named], client: Client) -> Iterator[Loss]:
    for view, name in zip(views, names, strict=True):
        for one in name.troubles if view.tool.name else ():
            yield Loss(one.kind, one.verb, client.name, view.index, "/name", one.what, one.effect)
    yield from _collisions(views, names, client)


def _of_description(view: ToolView, client: Client) -> Iterator[Loss]:
    text, limit = view.tool.description, client.description
    if limit.most and len(text) > limit.most:
        what = f"the description has {len(text)} characters"
        effect = f"refuses more than {limit.most}"
        if limit.over is Verb.CUT:
            lost = quote(text[limit.most : limit.most + 60], 60)
            effect = f"cuts it at {limit.most}, from {lost} on"
        yield Loss(
            "description_too_long", limit.over or Verb.CUT, client.name, view.index, "/description", what, effect
        )
    if limit.least and len(text.strip()) < limit.least:
        effect = "refuses the request"
        yield Loss("description_empty", Verb.REFUSED, client.name, view.index, "", "the description is empty", effect)


def _collisions(views: Sequence[ToolView], names: Sequence[Named], client: Client) -> Iterator[Loss]:
    first: dict[str, ToolView] = {}
    for view, name in zip(views, names, strict=True):
        own = view.tool.name
        other = first.setdefault(name.passed, view)
        if own and name.passed and other.tool.name != own:
            what = f"{quote(other.tool.name, 60)} and {quote(own, 60)} become one name"
            effect = f"passes both on as {quote(name.passed, 70)}"
            yield Loss("names_collide", Verb.DROPPED, client.name, view.index, "/name", what, effect)


def _of_list(count: int, client: Client) -> Iterator[Loss]:
    limit = client.tools
    if limit.most and count > limit.most:
        effect = f"{_done(limit.over)} beyond {limit.most} in all"
        verb = limit.over or Verb.DROPPED
        yield Loss("too_many_tools", verb, client.name, None, "/tools", f"the server has {count} tools", effect)


def _done(verb: Verb | None) -> str:
    return "refuses the request" if verb is Verb.REFUSED else "leaves out those"
