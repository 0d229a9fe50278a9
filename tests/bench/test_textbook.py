from tests.bench import textbook

GRID = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_the_textbook_solves_a_grid():
    assert textbook.solve(GRID) == SOLUTION
    assert textbook.solve(SOLUTION) == SOLUTION


def test_the_textbook_sees_givens_that_contradict_each_other():
    assert textbook.solve("55" + "." * 79) is None


def test_the_textbook_sees_that_every_try_fails():
    grid = "45...3..186...27...7.6....9....81......3..5..6..2......3.5..1..5..9.7.6.7...2.3.."
    assert textbook.parse_grid(grid) is not None
    assert textbook.solve(grid) is None


def test_the_textbook_finds_one_solution_of_many():
    assert sorted(textbook.solve("." * 81)) == sorted("123456789" * 9)
