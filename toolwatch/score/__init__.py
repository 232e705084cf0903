"""Trials and traces become outcomes and scores."""

from toolwatch.score.outcomes import outcomes
from toolwatch.score.tally import is_right, judge

__all__ = ["is_right", "judge", "outcomes"]
