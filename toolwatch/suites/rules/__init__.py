"""One file per way in which a selection test fails to test."""
