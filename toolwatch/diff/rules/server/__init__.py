"""Changes of the list, and of the server around it."""
