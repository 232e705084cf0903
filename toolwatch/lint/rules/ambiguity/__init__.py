"""What makes two tools hard to tell apart."""
