"""Eureka notation of chains: `(3=7)r1c2 - (7)r1c8 = (7)r5c8 => r5c2 <> 3`.

`=` joins the ends of a strong link and `-` those of a weak one. `(3=7)r1c2` is a strong link within a cell or
an almost locked set, `r12c3` a group of cells. After `=>` comes the conclusion. Described in SudokuWiki's and
in the players' forum's "Eureka notation"; it is the same in every language.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..bits import Candidate
from ..cells import column_of, row_of
from ..techniques.evidence.almost_locked_sets import evidence_sets
from ..techniques.evidence.links import nodes_of
from ..techniques.solving.walk_cases import chains_of
from ..techniques.solving.walks import excludes
from ..techniques.step import SET_ROLES, Link, Step

_OPEN = frozenset(
    (
        *("skyscraper", "two_string_kite", "dual_two_string_kite", "turbot_fish", "empty_rectangle"),
        *("dual_empty_rectangle", "grouped_skyscraper", "grouped_two_string_kite"),
        *("x_chain", "xy_chain", "aic", "grouped_aic", "xy_wing", "w_wing"),
    )
)
_LOOPS = frozenset(
    f"{grouped}{kind}_nice_loop" for grouped in ("", "grouped_") for kind in ("continuous", "discontinuous")
)
_SETS = frozenset(("als_xz", "als_xy_wing", "als_chain"))
NOTATED = _OPEN | _LOOPS | _SETS


def eureka_lines(step: Step) -> tuple[str, ...]:
    """A line for each chain of a step; none for a step that is no chain."""
    if step.technique in _OPEN:
        return tuple(_open_lines(step))
    if step.technique in _LOOPS:
        return (f"{_chain(step.links)} => {_conclusion(step.eliminations, step.placements)}",)
    if step.technique in _SETS and step.form != "doubly_linked":
        return tuple(_set_lines(step))
    return ()


def _open_lines(step: Step) -> Iterator[str]:
    for links in chains_of(step.links):
        ends = nodes_of(links)[0], nodes_of(links)[-1]
        found = [each for each in step.eliminations if all(excludes(end, each) for end in ends)]
        yield f"{_chain(links)} => {_conclusion(found)}"


def _set_lines(step: Step) -> Iterator[str]:
    """For each digit that is eliminated the chain through the sets from this digit to the same."""
    sets = evidence_sets(step, SET_ROLES)
    for digit in sorted({candidate.digit for candidate in step.eliminations}):
        entries = [digit, *(link.next_digit for link in step.links)]
        exits = [*(link.digit for link in step.links), digit]
        units = (
            f"({entry}={exit_}){_cells(als.cells)}"
            for entry, exit_, als in zip(entries, exits, sets, strict=True)
        )
        found = [candidate for candidate in step.eliminations if candidate.digit == digit]
        yield f"{' - '.join(units)} => {_conclusion(found)}"


def _chain(links: Sequence[Link]) -> str:
    """The links in turn. Only after a weak link, or at the beginning, may a node open a unit of its own."""
    first = links[0]
    text = "" if first.is_strong else _node(first.digit, first.cells)
    for index, link in enumerate(links):
        if not link.is_strong:
            text += " - "
            if index == len(links) - 1:
                text += _node(link.next_digit, link.next_cells)
        elif link.digit != link.next_digit:
            text += f"({link.digit}={link.next_digit}){_cells(link.through or link.cells)}"
        else:
            text += f"{_node(link.digit, link.cells)} = {_node(link.next_digit, link.next_cells)}"
    return text


def _node(digit: int, cells: Sequence[int]) -> str:
    return f"({digit}){_cells(cells)}"


def _cells(cells: Sequence[int]) -> str:
    """`r12c3` and `r1c23` for cells of a line, else one by one: `r1c2,r2c3`."""
    rows, columns = (sorted({of(cell) for cell in cells}) for of in (row_of, column_of))
    if len(rows) * len(columns) == len(cells):
        return f"r{''.join(str(row + 1) for row in rows)}c{''.join(str(column + 1) for column in columns)}"
    return ",".join(f"r{row_of(cell) + 1}c{column_of(cell) + 1}" for cell in cells)


def _conclusion(eliminations: Iterable[Candidate], placements: Iterable[Candidate] = ()) -> str:
    results = [f"{_cells([cell])} = {digit}" for cell, digit in placements]
    by_digit: dict[int, list[int]] = {}
    for cell, digit in eliminations:
        by_digit.setdefault(digit, []).append(cell)
    for digit, cells in sorted(by_digit.items()):
        results.append(f"{','.join(_cells([cell]) for cell in cells)} <> {digit}")
    return ", ".join(results)
