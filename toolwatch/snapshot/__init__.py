"""Canonical form, digests, the store on disk and its git history."""
