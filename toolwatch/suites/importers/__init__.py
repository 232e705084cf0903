"""One file per format that cases are imported from."""
