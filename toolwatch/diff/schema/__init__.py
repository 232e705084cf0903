"""JSON Schema as the comparison needs it: one reading for every dialect, proofs, and instances that disprove."""
