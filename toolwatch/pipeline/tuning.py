"""Settings with some sections replaced, for what a command line or an environment overrides."""

from typing import Any

from toolwatch.config.settings import FOLDERS, SECTIONS, TABLES, Settings


def replaced(settings: Settings, **sections: Any) -> Settings:
    """A copy of ``settings`` that has ``sections`` in place of its own."""
    kept = {name: getattr(settings, name) for name in (*SECTIONS, *TABLES, *FOLDERS) if name not in sections}
    return Settings(kept | sections, root=settings.root, file=settings.file)
