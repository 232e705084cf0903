"""A target becomes what a server says, raw."""
