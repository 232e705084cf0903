"""Tools become findings."""
