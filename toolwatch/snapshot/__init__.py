"""Canonical form, digests, the store on disk and its git history."""

from toolwatch.snapshot.taking import aligned, take

__all__ = ["aligned", "take"]
