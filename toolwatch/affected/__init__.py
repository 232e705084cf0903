"""Changes and a suite become the cases worth rerunning, each with its reason; placebos show which move anyway."""

from toolwatch.affected.bound import moved_at_most, share_at_most
from toolwatch.affected.choosing import select, widen
from toolwatch.affected.options import Mode, Options, Probabilities
from toolwatch.affected.pairs import partners
from toolwatch.affected.placebos import Placebo, matched, placebos
from toolwatch.affected.relations import UNTIED

__all__ = [
    "UNTIED",
    "Mode",
    "Options",
    "Placebo",
    "Probabilities",
    "matched",
    "moved_at_most",
    "partners",
    "placebos",
    "select",
    "share_at_most",
    "widen",
]
