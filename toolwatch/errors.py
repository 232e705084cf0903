"""Every error that toolwatch raises on purpose; the text of each is written for the user."""


class ToolwatchError(Exception):
    """Base of all expected failures: one line that says what, where and what to do."""


class UsageError(ToolwatchError):
    """The command, the configuration, a suite or a file is not what it must be; the user can mend it."""


class ConfigError(UsageError):
    """A configuration file cannot be read, or says something that toolwatch does not know."""


class SuiteError(UsageError):
    """A suite, or a file that is to become one, is not well formed."""


class ObservationError(ToolwatchError):
    """A server, a file or a git ref could not be read, so nothing can be said about it."""


class NotAtRef(ObservationError):
    """The git ref is there, but holds no such file: nothing was recorded yet."""


class ModelError(ToolwatchError):
    """A model provider cannot be used at all (missing key, missing package, unreachable endpoint)."""


class RegistryError(ToolwatchError):
    """A plugin file is wrong: no docstring, no code, a code used twice, no plugin or two in one file."""
