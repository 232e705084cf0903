"""The order of the rooms, and the only place that knows more than one room.

One short module per job, named as its command; what several jobs share lies in ``lists`` and ``rerun``.
"""
