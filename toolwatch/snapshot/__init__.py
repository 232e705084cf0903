"""Canonical form, digests, the store on disk and its git history."""

from toolwatch.snapshot.taking import take

__all__ = ["take"]
