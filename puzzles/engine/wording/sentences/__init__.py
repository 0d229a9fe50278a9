"""Every sentence of a hint, by technique, then by key: a rung, and what makes it more special.

Every module of this folder is a family, with NAMES, SUMMARIES and SENTENCES. The keys of a technique's
sentences are "RUNG", "RUNG.KIND" (row, column or box: the kind of the first house of the step),
"RUNG.narrowed" (earlier steps or notes have eliminated candidates that no digit on the grid excludes),
"RUNG.KIND.narrowed", and "RUNG.FORM", "RUNG.FORM.KIND" where the step has a form. The most special sentence
there is gets used.
"""

from importlib import import_module
from pkgutil import iter_modules

TECHNIQUE_NAMES: dict[str, str] = {}
TECHNIQUE_SUMMARIES: dict[str, str] = {}
SENTENCES: dict[str, dict[str, str]] = {}
for _module in iter_modules(__path__):
    _family = import_module(f"{__name__}.{_module.name}")
    TECHNIQUE_NAMES |= _family.NAMES
    TECHNIQUE_SUMMARIES |= _family.SUMMARIES
    SENTENCES |= _family.SENTENCES
