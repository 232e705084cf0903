"""Changes and a suite become the cases worth rerunning, each with its reason; placebos show which move anyway."""

from toolwatch.affected.bound import moved_at_most, share_at_most
from toolwatch.affected.choosing import select, widen
from toolwatch.affected.controls import in_place, on_top
from toolwatch.affected.options import Mode, Options, Probabilities
from toolwatch.affected.pairs import partners, stored
from toolwatch.affected.placebos import Placebo, placebos
from toolwatch.affected.relations import UNTIED

__all__ = [
    "UNTIED",
    "Mode",
    "Options",
    "Placebo",
    "Probabilities",
    "in_place",
    "moved_at_most",
    "on_top",
    "partners",
    "placebos",
    "select",
    "share_at_most",
    "stored",
    "widen",
]
