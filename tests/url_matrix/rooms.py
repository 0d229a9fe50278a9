"""The tables of all parts of the site."""

from . import (
    accounts,
    admin_of_accounts,
    admin_of_puzzles,
    assignments,
    classes,
    course,
    installing,
    lessons,
    library,
    looking_back,
    own_grids,
    play,
    study,
)

ROOMS = (
    accounts,
    classes,
    installing,
    library,
    assignments,
    play,
    looking_back,
    own_grids,
    study,
    course,
    lessons,
    admin_of_accounts,
    admin_of_puzzles,
)
