"""``toolwatch completion``: completion for shells."""

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command

WHERE = {
    "bash": 'add to ~/.bashrc:  eval "$(toolwatch completion bash)"',
    "zsh": 'add to ~/.zshrc:  eval "$(toolwatch completion zsh)"',
    "fish": "run:  toolwatch completion fish > ~/.config/fish/completions/toolwatch.fish",
}


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(sorted(WHERE)))
def command(shell: str) -> int:
    """Print the script that completes toolwatch's commands and options in SHELL.

    Example for bash, in ~/.bashrc: eval "$(toolwatch completion bash)"
    """
    from click.shell_completion import get_completion_class

    from toolwatch.cli.main import cli

    found = get_completion_class(shell)
    assert found is not None
    click.echo(f"# {WHERE[shell]}")
    try:
        click.echo(found(cli, {}, "toolwatch", "_TOOLWATCH_COMPLETE").source())
    except RuntimeError as error:
        raise click.UsageError(str(error)) from None
    return Exit.PASS
