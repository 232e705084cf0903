"""How cases are asked again: models and their stores, what is known beforehand, controls, what may be spent."""
