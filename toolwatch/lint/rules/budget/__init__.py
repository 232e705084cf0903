"""What a tool list costs."""
