"""The order of the rooms: one short module per job, and the only place that knows more than one room."""
