"""Whole messages of the protocol as witnesses: a request for what is gone, a result without its structure."""

from collections.abc import Callable, Iterator
from itertools import chain, islice

from toolwatch.diff.base import ServerPair
from toolwatch.diff.entries import PROMPTS, TEMPLATES, Entry
from toolwatch.diff.schema.contexts import Context
from toolwatch.diff.schema.documents import Document
from toolwatch.diff.schema.instances import Instances
from toolwatch.diff.schema.validity import valid
from toolwatch.diff.templates import expanded, fits
from toolwatch.diff.witness import steady
from toolwatch.model.change import Witness
from toolwatch.model.tool import Json, Tool

MOST = 500
"""Requests that are drawn for what one list lost."""

TRIED = 300
"""Values that are tried as the arguments of one call."""

_TEXT = "a"


def within(lost: int, draw: Callable[[], Witness]) -> Witness:
    """What ``draw`` gives for the first ``MOST`` of what a list lost; ``lost`` counts them from 0."""
    if lost < MOST:
        return draw()
    return Witness(False, reason=f"more than {MOST} are gone, and a request was drawn only for the first")


def call_of(tool: Tool, *, task: bool = False) -> Witness:
    """The least call that a tool took, as a task or not, for a list that takes no such call any more."""
    if not tool.name:
        return Witness(False, reason="it has no name by which it could be called")
    document = Document.of(tool.input_schema)
    if document.trouble:
        return Witness(False, reason=f"no arguments can be drawn from its schema: {document.trouble}")
    if document.buried:
        return Witness(False, reason="its schema is nested too deeply for arguments to be drawn from it")
    for arguments in _arguments(document):
        return _request("tools/call", {"name": tool.name, "arguments": arguments, **({"task": {}} if task else {})})
    return Witness(False, reason="no arguments were found that its schema takes")


def request_for(entry: Entry, pair: ServerPair) -> Witness:
    """The least request for a prompt, resource or template, for a list that has it no more."""
    if not entry.name:
        return Witness(False, reason="it has no name by which it could be asked for")
    if entry.surface == PROMPTS:
        return least_prompt(entry)
    address = expanded(entry.name, _TEXT) if entry.surface == TEMPLATES else entry.name
    listing = pair.after.listing
    if any(address == one.get("uri") for one in listing.resources):
        return Witness(False, reason="no request can prove it: the new list has a resource of such an address")
    templates = (one.get("uriTemplate") for one in listing.resource_templates)
    if any(isinstance(template, str) and fits(address, template) for template in templates):
        return Witness(False, reason="no request can prove it: its address fits a resource template of the new list")
    return _request("resources/read", {"uri": address})


def least_prompt(entry: Entry) -> Witness:
    """The least request for a prompt as it was: the arguments that it asked for, and no other."""
    arguments = {name: _TEXT for name in sorted(entry.required(entry.before))}
    return _request("prompts/get", {"name": entry.name, "arguments": arguments})


def bare_result() -> Witness:
    """A result without structured content, which the protocol forbids to a tool that has an output schema."""
    return Witness(True, {"result": {"content": []}}, "after")


def _request(method: str, params: Json) -> Witness:
    return Witness(True, {"method": method, "params": params}, "before")


def _arguments(document: Document) -> Iterator[Json]:
    """Arguments that a schema takes, the least first."""
    drawn = Instances().draw(Context((document.top,)), Context(()))
    for value in chain(({},), islice(steady(drawn), TRIED)):
        if isinstance(value, dict) and valid(value, document.top) is True:
            yield value
