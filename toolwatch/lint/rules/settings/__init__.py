"""What is stale in the settings of the linter itself."""
