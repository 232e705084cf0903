"""What a stranger's text tries on a model, a client or its user."""
