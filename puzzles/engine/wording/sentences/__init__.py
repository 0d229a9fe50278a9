"""Every sentence of a hint, by technique, then by key: a rung, and what makes it more special.

One module per family, each with NAMES, SUMMARIES and SENTENCES. The keys of a technique's sentences are
"RUNG", "RUNG.KIND" (row, column or box: the kind of the first house of the step), "RUNG.narrowed" (earlier
steps or notes have taken candidates away that no digit on the grid excludes), "RUNG.KIND.narrowed", and
"RUNG.FORM", "RUNG.FORM.KIND" where the step has a form. The most special sentence there is gets told.
"""

from . import (
    als_chains,
    avoidable_rectangles,
    bivalue_grave,
    chains,
    coloring,
    contradictions,
    death_blossom,
    empty_rectangle,
    finned_fish,
    fish,
    forcing_chains,
    franken_fish,
    grouped_chains,
    grouped_links,
    intersections,
    mistakes,
    notes,
    remote_pair,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    trial,
    unique_rectangles,
    wings,
)

_FAMILIES = (
    mistakes,
    notes,
    singles,
    intersections,
    subsets,
    fish,
    single_digit,
    empty_rectangle,
    wings,
    grouped_links,
    remote_pair,
    coloring,
    unique_rectangles,
    avoidable_rectangles,
    bivalue_grave,
    chains,
    grouped_chains,
    sue_de_coq,
    als_chains,
    death_blossom,
    finned_fish,
    franken_fish,
    contradictions,
    forcing_chains,
    trial,
)

TECHNIQUE_NAMES: dict[str, str] = {}
TECHNIQUE_SUMMARIES: dict[str, str] = {}
SENTENCES: dict[str, dict[str, str]] = {}
for _family in _FAMILIES:
    TECHNIQUE_NAMES |= _family.NAMES
    TECHNIQUE_SUMMARIES |= _family.SUMMARIES
    SENTENCES |= _family.SENTENCES
