"""One file per model provider."""
