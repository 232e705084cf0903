"""What a client or provider refuses, cuts or drops."""
