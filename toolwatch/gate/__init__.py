"""Outcomes, changes and findings become a verdict under a policy."""

from toolwatch.gate.decide import decide
from toolwatch.gate.policy import Policy
from toolwatch.model.verdict import Action

__all__ = ["Action", "Policy", "decide"]
