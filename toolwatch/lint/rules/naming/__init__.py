"""What the names of tools and parameters get wrong."""
