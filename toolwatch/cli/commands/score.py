"""``toolwatch score``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option, format_option, output_option
from toolwatch.cli.progress import progress
from toolwatch.model.tool import Tool


@click.command(cls=Command)
@click.argument("traces", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--golden",
    type=click.Path(path_type=Path, dir_okay=False),
    help="YAML or JSON file with the calls and side effects of each task. Traces need it, stored runs do not.",
)
@click.option(
    "--tools",
    metavar="TARGET",
    help="Tool list whose annotations say what destroys; names in the golden file must be in it.",
)
@click.option("--trace-format", default="", metavar="NAME", help="Format of the traces. Default: found by shape.")
@click.option(
    "--judge",
    "judge_model",
    metavar="MODEL",
    help="Let this model decide whether texts that differ in wording mean the same. Default: nobody does.",
)
@click.option("--strict", is_flag=True, help="1 differs from 1.0, and texts are compared untrimmed.")
@format_option("text", "json")
@output_option
@config_option
def command(
    traces: tuple[Path, ...],
    golden: Path | None,
    tools: str | None,
    trace_format: str,
    judge_model: str | None,
    strict: bool,
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    r"""Score TRACES that agents wrote against golden calls, and stored runs of `check` and `run`.

    A trace is a file, or every .json, .jsonl and .ndjson file of a folder: OpenAI chat or Responses, Anthropic, Gemini,
    MCP, LangChain, OpenTelemetry spans, a plain list of calls, or a conversation without any. Its task is its `task`
    field, else the file's name.

    A golden task says in `calls` what should be called, in `forbidden` what must not, and in `side_effects` what the
    run should change, or must not; an effect is decided from the recorded calls and results. A failed call has no
    effect and is not the call that should be made; where a task states nothing, no call is right. `result` is the
    whole result, `result_fields` are fields of one that is an object. All are compared with equal, $one_of, $regex,
    $contains, $present, $absent or $any.

    \b
    tasks:
      - task: dispute
        calls: [{tool: refund, arguments: {id: 7}}]
        side_effects:
          - {name: refund, tool: refund, result_fields: {status: paid}, at_least: 1, at_most: 1}
          - {name: mail, tool: [mail, post], arguments: {to: {$regex: "@x"}}, forbidden: true}

    A stored run (what `check` or `run` wrote with `--format json`) is known by its shape: precision, recall and F1 by
    tool and category, the confusion matrix and the kinds of error, for each suite and model, and for `check` before
    and after the edit.

    \b
    toolwatch score runs/ --golden golden.yaml
    toolwatch score run.jsonl --golden golden.yaml --tools shop --format json
    toolwatch score checked.json
    """
    from functools import partial

    from toolwatch.config.settings import load
    from toolwatch.model.files import write_whole
    from toolwatch.pipeline.rerun.judge import judge as ask_judge
    from toolwatch.pipeline.score import score
    from toolwatch.report.scores import scores_json, scores_text

    known: tuple[Tool, ...] = ()
    if tools:
        from toolwatch.errors import ObservationError
        from toolwatch.model.listing import Completeness
        from toolwatch.pipeline.lists.observe import observe
        from toolwatch.pipeline.lists.targets import parse

        with progress() as tell:
            seen = observe(parse(tools), load(config), progress=tell)
        if seen.coverage.completeness is not Completeness.COMPLETE:
            why = "; ".join(seen.coverage.trouble)
            raise ObservationError(f"{tools} was not seen whole, so what it may destroy is not known: {why}")
        known = seen.tools
    judge = partial(ask_judge, settings=load(config), model=judge_model) if judge_model else None
    scored = score(traces, golden, tools=known, format_name=trace_format, strict=strict, judge=judge)
    text = scores_json(scored) if format_name == "json" else scores_text(scored)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    if scored.failed:
        return Exit.GATE_FAILED
    return Exit.PASS if scored.answered else Exit.NO_VERDICT
