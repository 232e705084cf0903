"""Changes and suites become the cases worth rerunning, each with its reason."""
