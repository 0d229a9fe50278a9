"""Cells, houses, techniques and grids before people."""

from collections.abc import Iterable

from django import template
from django.utils import translation
from django.utils.translation import gettext as _

from puzzles.engine import Board, Candidate, to_line
from puzzles.engine.translation import cell_label, house_label
from puzzles.engine.wording import TECHNIQUE_SUMMARIES, candidates_text
from puzzles.library.pages.difficulty import technique_name

from ..pages.hints import help_rules
from ..pages.play import place_name
from ..pictures.small_board import TileBoard, grid_picture, tile_board

register = template.Library()
register.filter("grid_picture", grid_picture)
register.filter("help_rules", help_rules)
register.filter("place_name", place_name)
register.filter("technique_name", technique_name)


@register.filter
def grid_tiles(givens: str) -> TileBoard:
    """A grid as tiles, without digits."""
    return tile_board(givens, givens)


@register.filter
def technique_summary(technique: str) -> str:
    """What a technique looks for, in a sentence."""
    return _(TECHNIQUE_SUMMARIES[technique])


@register.filter
def zeros(board: Board) -> str:
    """A grid as 81 digits, 0 for an empty cell."""
    return to_line(board, empty="0")


@register.filter
def cell_name(cell: int) -> str:
    """`r3c5`."""
    return cell_label(cell, translation)


@register.simple_tag
def placed(cell: int, digit: int) -> str:
    """`r3c5: 4`."""
    return _("%(cell)s: %(digit)d") % {"cell": cell_label(cell, translation), "digit": digit}


@register.filter
def house_name(house: int) -> str:
    """`row 3`, `column 5`, `box 2`, for a house 0-26."""
    return house_label(house, translation)


@register.filter
def candidate_names(candidates: Iterable[Candidate]) -> str:
    """`1 from r1c3 and r1c4; 3 from r1c3`."""
    return candidates_text(candidates, translation)
