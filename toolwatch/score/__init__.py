"""Trials and traces become outcomes and scores."""
