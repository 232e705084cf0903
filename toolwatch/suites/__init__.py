"""Files become suites of selection cases."""
