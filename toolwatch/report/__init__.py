"""A report becomes text."""
