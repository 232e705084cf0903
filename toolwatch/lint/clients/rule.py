"""The shape of the rules that tell what clients do to a list: they read the losses, computed once per run."""

from collections.abc import Iterator, Mapping

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.clients.client import Verb, clients
from toolwatch.lint.clients.loss import Loss, losses
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing


class ClientRule(ListingRule):
    """Tells of the losses whose kind is the rule's name, one finding a place, all clients named."""

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        """Gather the losses by place."""
        places: dict[tuple[int | None, str, str], list[Loss]] = {}
        for loss in losses_of(view).get(self.name, ()):
            places.setdefault((loss.tool, loss.path, loss.what), []).append(loss)
        for (tool, path, what), found in places.items():
            effects = "; ".join(_effects(found))
            names = ",".join(loss.client for loss in found)
            yield Spot(path, f"{what}: {effects}", what, tool=tool, client=names, severity=self._severity(found))

    def _severity(self, found: list[Loss]) -> Severity:
        """As bad as the worst client: cut is a warning at most, renamed and stripped are information."""
        sure = any(clients()[loss.client].confirmed for loss in found)
        ceiling = min((_CEILING[loss.verb] for loss in found), key=lambda one: one.rank)
        mildest = max(self.severity, ceiling, key=lambda one: one.rank)
        return mildest if sure else max(mildest, Severity.WARNING, key=lambda one: one.rank)


def _effects(found: list[Loss]) -> Iterator[str]:
    """Who does what; clients that do the same are told of together."""
    by_effect: dict[str, list[str]] = {}
    for loss in found:
        by_effect.setdefault(loss.effect, []).append(clients()[loss.client].title)
    for effect, titles in by_effect.items():
        yield f"{titles[0] if len(titles) == 1 else 'each of ' + ', '.join(titles)} {effect}"


_CEILING = {
    Verb.REFUSED: Severity.ERROR,
    Verb.DROPPED: Severity.ERROR,
    Verb.CUT: Severity.WARNING,
    Verb.RENAMED: Severity.INFO,
    Verb.STRIPPED: Severity.INFO,
}


def losses_of(view: ListingView) -> Mapping[str, list[Loss]]:
    """The losses of the clients that matter by kind, computed once a run and kept with the view."""
    found = view.memo.get(__name__)
    if isinstance(found, dict):
        return found
    listing = view.listing
    by_kind: dict[str, list[Loss]] = {}
    for client in clients().values():
        if client.name in view.clients if view.clients else view.thorough or not client.opt_in:
            for loss in losses(view.tools, client, server=listing.server, instructions=listing.instructions):
                by_kind.setdefault(loss.kind, []).append(loss)
    view.memo[__name__] = by_kind
    return by_kind
