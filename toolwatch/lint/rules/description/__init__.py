"""What descriptions leave out, or say differently from the schema."""
