"""Outcomes, changes and findings become a verdict under a policy."""

from toolwatch.gate.decide import decide
from toolwatch.gate.policy import Action, Policy

__all__ = ["Action", "Policy", "decide"]
