"""Finds a room's plugins: the files of its folder, then the entry points of installed packages."""

import importlib
import inspect
import os
import pkgutil
import sys
from collections.abc import Iterator
from functools import lru_cache
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
            raise RegistryError(_undocumented(f"{where} ({identity})"))
        if identity in found:
            raise RegistryError(f"{where} uses the {key} {identity}, which is {found[identity].__module__}'s")
        found[identity] = plugin
    return dict(sorted(found.items()))


def _undocumented(plugin: str) -> str:
    if sys.flags.optimize > 1:
        return "docstrings, by which rules are explained, are left out by python -OO and PYTHONOPTIMIZE=2"
    return f"{plugin} has no docstring"


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
    if not _named_somewhere(group, tuple(sys.path)):
        return
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        plugin = entry.load()
        if not (isinstance(plugin, type) and issubclass(plugin, base)) or inspect.isabstract(plugin):
            raise RegistryError(f"entry point {group}:{entry.name} ({entry.value}) is no {base.__name__}")
        yield plugin


def _named_somewhere(group: str, paths: tuple[str, ...]) -> bool:
    """Whether any installed package may have entry points of ``group``.

    importlib.metadata says which; loading it costs as much as all else that starts here, and few have such a package.
    """
    return any(known is None or f"[{group}]" in known for known in map(_entry_points, paths))


@lru_cache(maxsize=256)
def _entry_points(path: str) -> str | None:
    """All entry points of the packages in one folder of ``sys.path``, as text; None for an archive, which may have any.

    Source: PyPA's specification of entry points: ``entry_points.txt`` in a ``.dist-info`` or ``.egg-info`` folder.
    """
    if os.path.isfile(path):
        return None
    try:
        entries = list(os.scandir(path or "."))
    except (OSError, ValueError):
        return ""
    found = []
    for entry in entries:
        if entry.name.endswith((".egg", ".egg-link")):
            return None
        if entry.name.endswith((".dist-info", ".egg-info")):
            try:
                with open(os.path.join(entry.path, "entry_points.txt"), encoding="utf-8", errors="replace") as file:
                    found.append(file.read())
            except OSError:
                continue
    return "\n".join(found)
