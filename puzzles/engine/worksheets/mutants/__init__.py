"""Plausible wrong versions of the worksheets' functions, for the bug gallery and as the judge's own test.

A mutant is the worksheet's program with one function replaced by a wrong one. The judge catches every one.
"""

from .mini_projet import MINI_PROJET
from .mutant import Mutant
from .n_valide import N_VALIDE
from .projet_insa import PROJET_INSA
from .td_iteratif import TD_ITERATIF
from .tutoriel import TUTORIEL

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "projet_insa": PROJET_INSA,
    "n_valide": N_VALIDE,
    "td_iteratif": TD_ITERATIF,
    "tutoriel": TUTORIEL,
    "mini_projet": MINI_PROJET,
}

__all__ = ["MUTANTS", "Mutant"]
