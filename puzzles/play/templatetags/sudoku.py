"""Cells, houses, techniques and grids before people."""

from django import template
from django.utils import translation

from puzzles.engine import Board, to_line
from puzzles.engine.translation import cell_label, house_label
from puzzles.library.pages.difficulty import technique_name

from ..pictures.small_board import grid_picture

register = template.Library()
register.filter("grid_picture", grid_picture)
register.filter("technique_name", technique_name)


@register.filter
def zeros(board: Board) -> str:
    """A grid as 81 digits, 0 for an empty cell."""
    return to_line(board, empty="0")


@register.filter
def cell_name(cell: int) -> str:
    """`r3c5`."""
    return cell_label(cell, translation)


@register.filter
def house_name(house: int) -> str:
    """`row 3`, `column 5`, `box 2`, for a house 0-26."""
    return house_label(house, translation)
