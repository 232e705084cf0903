"""The nouns: frozen values that move between the rooms; one file per noun, and no import of another room."""
