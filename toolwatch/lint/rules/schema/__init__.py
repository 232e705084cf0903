"""What the schemas of a tool get wrong."""
