"""One file per family of scores."""
