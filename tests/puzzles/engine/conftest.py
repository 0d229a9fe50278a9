"""The grids of the course and the lines of the data folder, for every test of the engine."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "../shared/data"


@dataclass(frozen=True)
class CourseGrid:
    """A grid of the worksheets: name, givens, solution, and how many cells the simple method leaves empty."""

    name: str
    line: str
    solution: str
    left_by_simple: int


COURSE_GRIDS = [
    CourseGrid(
        "insa line",
        "790304108000006000000080059030000497000000000217000030470010000000700000302609071",
        "795324168821956743643187259538261497964573812217498635479815326156732984382649571",
        53,
    ),
    CourseGrid(
        "insa figure 1",
        ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.",
        "426571398857293146139468275971385624543726819682149753794632581265814937318957462",
        50,
    ),
    CourseGrid(
        "insa figure 2",
        "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
        "984236715265197483137854692758429136491673258326581974849765321672318549513942867",
        0,
    ),
    CourseGrid(
        "td iteratif",
        "000120000700000502200047009840500201000000000507006084100380005903000007000052000",
        "639125478714938562285647139846573291321894756597216384172389645953461827468752913",
        53,
    ),
    CourseGrid(
        "tutoriel",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        0,
    ),
    CourseGrid(
        "mini-projet",
        "010078000080040900005600010100060005040915072067080400000300100070890023000004000",
        "916578234783142956425639718192467385348915672567283491859326147674891523231754869",
        35,
    ),
]


@pytest.fixture(params=COURSE_GRIDS, ids=lambda grid: grid.name)
def course_grid(request: pytest.FixtureRequest) -> CourseGrid:
    """Each grid of the worksheets in turn."""
    return request.param


@pytest.fixture
def course_grids() -> dict[str, CourseGrid]:
    """The grids of the worksheets by name, in the order of the worksheets."""
    return {grid.name: grid for grid in COURSE_GRIDS}


@pytest.fixture
def data_lines() -> Callable[[str, int], list[str]]:
    """`data_lines(name, count)`: so many lines of a file of puzzles, spread evenly over it."""

    def read(name: str, count: int) -> list[str]:
        path = DATA / "puzzles" / name
        if not path.exists():
            pytest.skip(f"the data folder with puzzles/{name} is not beside the project")
        lines = path.read_text("ascii").split()
        return lines[:: max(1, len(lines) // count)][:count]

    return read
