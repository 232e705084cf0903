"""Trials and traces become outcomes and scores."""

from toolwatch.score.outcomes import outcomes

__all__ = ["outcomes"]
