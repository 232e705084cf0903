"""Changes inside an input or output schema."""
