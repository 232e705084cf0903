"""Changes of a tool outside its schemas."""
