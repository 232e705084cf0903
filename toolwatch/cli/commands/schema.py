"""``toolwatch schema``: the JSON Schema of what ``--format json`` writes."""

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command


@click.command(cls=Command)
@click.argument("document", type=click.Choice(["report", "diff", "lint", "score", "config"]))
def command(document: str) -> int:
    """Print the JSON Schema (2020-12) of a JSON document that toolwatch writes, or of its configuration.

    Of a document new keys may be added; none is removed or changes its meaning while schema_version stays 1. ``config``
    is every setting of toolwatch.toml, its default and what it does; editors complete by it.

    Example: toolwatch schema report > report.schema.json
    """
    import json

    from toolwatch.report import schema, score_documents

    if document == "config":
        from toolwatch.config import described

        click.echo(json.dumps(described.schema(), indent=2))
        return Exit.PASS
    part = "check" if document == "report" else document
    body = score_documents.schema() if document == "score" else schema(part)
    click.echo(json.dumps(body, indent=2))
    return Exit.PASS
