"""A folder of its own for the script that another interpreter runs: it comes first on that one's import path."""
