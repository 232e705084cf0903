"""Finds a room's plugins: the files of its folder, then the entry points of installed packages."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from importlib.metadata import entry_points
from types import ModuleType
from typing import TypeVar

from toolwatch.errors import RegistryError

T = TypeVar("T")


def load(package: str, base: type[T], *, key: str, group: str) -> dict[str, type[T]]:
    """Return the concrete subclasses of ``base`` under ``package`` and in ``group``, sorted by ``key``.

    Args:
        package: dotted name of the folder that holds one plugin a file; subfolders are walked too.
        base: the contract; only concrete subclasses count.
        key: name of the class attribute that identifies a plugin (``code`` or ``name``), a non-empty str.
        group: entry-point group whose entries name plugin classes of installed packages.

    Raises:
        RegistryError: a file with no plugin or with several, a plugin without docstring or key, a key used twice.
    """
    found: dict[str, type[T]] = {}
    for plugin in (*_in_folder(package, base), *_installed(group, base)):
        where = f"{plugin.__module__}.{plugin.__qualname__}"
        identity = getattr(plugin, key, None)
        if not isinstance(identity, str) or not identity:
            raise RegistryError(f"{where} has no {key}")
        if not (plugin.__dict__.get("__doc__") or "").strip():
            raise RegistryError(f"{where} ({identity}) has no docstring")
        if identity in found:
            raise RegistryError(f"{where} uses the {key} {identity}, which is {found[identity].__module__}'s")
        found[identity] = plugin
    return dict(sorted(found.items()))


def _in_folder(package: str, base: type[T]) -> Iterator[type[T]]:
    folder = importlib.import_module(package)
    for info in sorted(pkgutil.walk_packages(folder.__path__, f"{package}."), key=lambda info: info.name):
        if info.ispkg or info.name.rsplit(".", 1)[-1].startswith("_"):
            continue
        plugins = list(_plugins_of(importlib.import_module(info.name), base))
        if len(plugins) != 1:
            raise RegistryError(f"{info.name} must hold one {base.__name__}, it holds {len(plugins)}")
        yield plugins[0]


def _plugins_of(module: ModuleType, base: type[T]) -> Iterator[type[T]]:
    for member in vars(module).values():
        if (
            isinstance(member, type)
            and issubclass(member, base)
            and member.__module__ == module.__name__
            and not inspect.isabstract(member)
        ):
            yield member


def _installed(group: str, base: type[T]) -> Iterator[type[T]]:
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        plugin = entry.load()
        if not (isinstance(plugin, type) and issubclass(plugin, base)) or inspect.isabstract(plugin):
            raise RegistryError(f"entry point {group}:{entry.name} ({entry.value}) is no {base.__name__}")
        yield plugin
