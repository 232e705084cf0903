"""One file per definition format."""
