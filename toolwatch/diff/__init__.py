"""Two snapshots become changes."""
