"""Outcomes, changes and findings become a verdict under a policy."""
