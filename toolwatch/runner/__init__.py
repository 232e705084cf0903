"""Cases and models become trials."""
