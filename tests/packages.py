"""Packages as an installer lays them out, for what finds entry points."""

from pathlib import Path


def install(folder: Path, entry_points: str) -> None:
    """Lay the metadata of a package with these entry points into ``folder``, a folder of ``sys.path``."""
    info = folder / "outside-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")
