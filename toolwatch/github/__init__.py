"""What a verdict becomes on a pull request or an issue."""
