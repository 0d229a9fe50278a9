"""Files of grids in every form, as they come, in pieces, and broken."""

import json
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzles.engine.formats import (
    NotAPuzzleFileError,
    PuzzleReader,
    PuzzleRecord,
    RejectedRecord,
    describe_fault,
    read_puzzles,
)
from puzzles.engine.formats.lines import is_bar, is_blank
from tests.puzzles.engine.conftest import DATA
from tests.puzzles.engine.notation import TUTORIAL

INSA = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
EULER_SOLUTION = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"

Record = PuzzleRecord | RejectedRecord


def dotted(line: str) -> str:
    return line.replace("0", ".")


def records_of(data: str | bytes) -> list[Record]:
    return list(read_puzzles([data.encode() if isinstance(data, str) else data]))


def puzzles_of(data: str | bytes) -> list[str]:
    """The grids of a file in which nothing is rejected."""
    records = records_of(data)
    assert [describe_fault(record.fault) for record in records if isinstance(record, RejectedRecord)] == []
    return [record.puzzle for record in records if isinstance(record, PuzzleRecord)]


def only_rejection(data: str | bytes) -> RejectedRecord:
    [record] = [record for record in records_of(data) if isinstance(record, RejectedRecord)]
    return record


def nine_lines(line: str, end: str = "\n") -> str:
    return "".join(line[at : at + 9] + end for at in range(0, 81, 9))


# 81 characters


@pytest.mark.parametrize("empty", ["0", ".", "*", "_", "-"])
def test_each_sign_of_an_empty_cell_is_read(empty: str) -> None:
    assert puzzles_of(INSA.replace("0", empty) + "\n") == [dotted(INSA)]


@pytest.mark.parametrize("separator", [" ", "|", ",", ";", "\t", "\xa0"])
def test_separators_may_be_between_the_rows_of_a_line(separator: str) -> None:
    assert puzzles_of(separator.join(nine_lines(INSA).split())) == [dotted(INSA)]


def test_separators_may_be_between_all_cells_of_a_line() -> None:
    assert puzzles_of(", ".join(INSA) + "\n" + " ".join(INSA)) == [dotted(INSA)] * 2


def test_a_line_of_81_dashes_is_an_empty_grid() -> None:
    assert puzzles_of("-" * 81) == ["." * 81]


def test_the_numbers_count_grids_and_the_lines_count_lines() -> None:
    text = f"# the grids of the course\n\n{INSA}\n\n  # another\n{EULER}\n{TUTORIAL} # easy\n"
    assert [(record.number, record.line) for record in records_of(text)] == [(1, 3), (2, 6), (3, 7)]


def test_a_last_line_needs_no_line_end() -> None:
    assert puzzles_of(f"{INSA}\n{EULER}") == [dotted(INSA), dotted(EULER)]


def test_a_rejected_line_keeps_its_number() -> None:
    records = records_of(f"{INSA}\n{INSA[:-1]}\nhello\n{EULER}\n")
    assert [(type(record).__name__, record.number, record.line) for record in records] == [
        ("PuzzleRecord", 1, 1),
        ("RejectedRecord", 2, 2),
        ("RejectedRecord", 3, 3),
        ("PuzzleRecord", 4, 4),
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (INSA[:80], "column 81: found 80 cells; expected 81 cells, or nine lines of 9"),
        (INSA + "4", "column 82: found 82 cells; expected 81 cells, or nine lines of 9"),
        (
            INSA[:30] + "x" + INSA[31:],
            "column 31: found “x”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
        ("12", "column 3: found 2 cells; expected 81 cells, or nine lines of 9"),
        (";;;", "column 1: found 0 cells; expected 81 cells, or nine lines of 9"),
        (
            INSA[:9] + "\x01" + INSA[10:],
            "column 10: found “U+0001”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
    ],
)
def test_a_malformed_line_is_reported_with_its_place(line: str, sentence: str) -> None:
    rejected = only_rejection(f"{EULER}\n{line}\n")
    assert describe_fault(rejected.fault) == f"line 2, {sentence}"
    assert rejected.excerpt == line[:90].replace("\x01", "�")


def test_an_arabic_digit_is_not_a_digit_here() -> None:
    assert only_rejection("٣" + INSA[1:]).fault.reason == "bad_character"


# Nine lines


def test_nine_plain_lines_are_a_grid() -> None:
    [record] = records_of(nine_lines(INSA))
    assert record[:3] == (1, 1, dotted(INSA))


def test_grids_of_nine_lines_may_follow_each_other_with_and_without_a_blank_line() -> None:
    text = nine_lines(INSA) + nine_lines(EULER) + "\n" + nine_lines(TUTORIAL)
    assert [record[:3] for record in records_of(text)] == [
        (1, 1, dotted(INSA)),
        (2, 10, dotted(EULER)),
        (3, 20, dotted(TUTORIAL)),
    ]


@pytest.mark.parametrize(
    ("bar", "row"),
    [
        ("-----", "| {}|{}|{}|"),
        ("------+-------+------", "{0[0]} {0[1]} {0[2]} | {1[0]} {1[1]} {1[2]} | {2[0]} {2[1]} {2[2]}"),
        ("=============", "|{}|{}|{}|"),
        ("- - - - - - - - - - - - - - ", "{}  |  {}  | {}"),
        ("*-----------*", "|{}|{}|{}|"),
        (".---.---.---.", "|{}|{}|{}|"),
        ("╠═══╬═══╬═══╣", "║{}║{}║{}║"),
    ],
)
def test_a_drawn_grid_is_read_without_its_bars(bar: str, row: str) -> None:
    rows = [row.format(line[:3], line[3:6], line[6:]) for line in nine_lines(INSA).split()]
    drawn = "\n".join([bar, *rows[:3], bar, *rows[3:6], bar, *rows[6:], bar])
    assert puzzles_of(drawn + "\n" + drawn) == [dotted(INSA)] * 2


def test_a_row_of_dashes_alone_is_a_bar_but_a_dash_beside_digits_is_an_empty_cell() -> None:
    dashes = nine_lines(EULER.replace("0", "-"))
    assert puzzles_of(dashes) == [dotted(EULER)]
    with_bar = dashes.splitlines()
    with_bar.insert(3, "---------")
    assert puzzles_of("\n".join(with_bar)) == [dotted(EULER)]


def test_bands_of_a_grid_may_be_parted_by_blank_lines() -> None:
    bands = [nine_lines(line)[at : at + 30] for line in (INSA, EULER) for at in (0, 30, 60)]
    assert puzzles_of("\n".join(bands)) == [dotted(INSA), dotted(EULER)]


def test_a_band_alone_is_rejected_and_does_not_shift_the_grid_after_it() -> None:
    text = nine_lines(INSA)[:30] + "\n" + nine_lines(EULER)
    rejected, accepted = records_of(text)
    assert isinstance(rejected, RejectedRecord)
    assert describe_fault(rejected.fault) == "line 1, column 1: found 3 rows of 9 cells; expected 9 rows"
    assert accepted[:3] == (2, 5, dotted(EULER))


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8])
def test_a_grid_cut_short_is_rejected_once(count: int) -> None:
    cut = "\n".join(nine_lines(INSA).split()[:count])
    for text in (cut, f"{cut}\n\n", f"{cut}\n{EULER}\n", f"{cut}\n\n{EULER}\n", f"{cut}\n[Puzzle]\n"):
        fault = only_rejection(text).fault
        assert (fault.reason, fault.line, fault.details) == ("rows", 1, {"count": count})


@pytest.mark.parametrize(
    ("slip", "reason", "column"),
    [("0300004970", "row_length", 10), ("03000497", "row_length", 9), ("0300o0497", "bad_character", 5)],
)
@pytest.mark.parametrize("row", range(9))
def test_a_typing_error_in_a_row_rejects_that_grid_alone_and_names_its_line(
    row: int, slip: str, reason: str, column: int
) -> None:
    rows = nine_lines(INSA).split()
    rows[row] = slip
    rejected, accepted = records_of("\n".join(rows) + "\n" + nine_lines(EULER))
    assert isinstance(rejected, RejectedRecord)
    assert (rejected.number, rejected.line) == (1, 1)
    assert (rejected.fault.reason, rejected.fault.line, rejected.fault.column) == (reason, row + 1, column)
    assert accepted[:3] == (2, 10, dotted(EULER))


def test_a_single_row_is_rejected_with_both_expected_forms() -> None:
    text = f"{INSA}\n123456789\n{INSA}\n"
    assert describe_fault(only_rejection(text).fault) == (
        "line 2, column 10: found 9 cells; expected 81 cells, or nine lines of 9"
    )


def test_titles_between_grids_are_no_grids() -> None:
    text = "".join(f"Grid {n:02}\n" + nine_lines(EULER) for n in range(1, 51))
    records = records_of(text)
    assert [record.number for record in records] == list(range(1, 51))
    assert [record.line for record in records] == list(range(2, 502, 10))


def test_cells_copied_from_a_spreadsheet_may_be_left_empty() -> None:
    for delimiter in ("\t", ";", ","):
        rows = [delimiter.join(row.replace("0", " ")).replace(" ", "") for row in nine_lines(INSA).split()]
        assert puzzles_of("\n".join(rows)) == [dotted(INSA)], delimiter


def test_lists_of_the_worksheets_are_read() -> None:
    rows = [f"    [{', '.join(row)}],\n" for row in nine_lines(TUTORIAL).split()]
    assert puzzles_of("".join(rows)) == [dotted(TUTORIAL)]


@pytest.mark.parametrize("around", [":0000:x:{}:::", ":0702:9:{}:415 822:915:comment 12:", ":0904-1:5:{}:::"])
def test_lines_of_the_library_of_hodoku_are_read(around: str) -> None:
    placed = dotted(INSA).replace("8", "+8")
    assert puzzles_of(around.format(placed) + "\n" + around.format(EULER)) == [dotted(INSA), dotted(EULER)]


# Tables


def test_a_header_names_the_columns() -> None:
    text = f"id,puzzle,clues,solution,difficulty\n7,{EULER},32,{EULER_SOLUTION},1.2\n"
    [record] = records_of(text)
    assert record[:4] == (1, 2, dotted(EULER), EULER_SOLUTION)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "header", ["quizzes{}solutions", "puzzle{}solution", '"Puzzle"{}"Solution"', "grid{}answer"]
)
def test_delimiters_and_names_of_tables_vary(delimiter: str, header: str) -> None:
    text = f'{header.format(delimiter)}\n{EULER}{delimiter}{EULER_SOLUTION}\n"{EULER}"{delimiter}""\n'
    assert [record[:4] for record in records_of(text)] == [
        (1, 2, dotted(EULER), EULER_SOLUTION),
        (2, 3, dotted(EULER), None),
    ]


def test_a_table_without_a_header_is_known_by_its_grids() -> None:
    text = f"{INSA},2.3\n{EULER},1.2\n"
    assert [record[2:4] for record in records_of(text)] == [(dotted(INSA), None), (dotted(EULER), None)]
    [record] = records_of(f"{EULER};{EULER_SOLUTION}")
    assert record[2:4] == (dotted(EULER), EULER_SOLUTION)


@pytest.mark.parametrize("title", ["Sudoku", "Grilles", "puzzle"])
def test_a_title_of_one_word_does_not_bind_the_table_after_it(title: str) -> None:
    assert puzzles_of(f"{title}\n1,{INSA}\n2,{EULER}\n") == [dotted(INSA), dotted(EULER)]


def test_a_line_of_a_table_without_a_header_may_have_its_grid_in_another_column() -> None:
    assert puzzles_of(f"1,{INSA}\n{EULER},2,3\n") == [dotted(INSA), dotted(EULER)]


def test_a_short_puzzle_is_not_replaced_by_its_solution() -> None:
    text = f"{EULER},{EULER_SOLUTION}\n5,{EULER_SOLUTION}\n{EULER[:80]},{EULER_SOLUTION}\n"
    accepted, short, shorter = records_of(text)
    assert isinstance(accepted, PuzzleRecord)
    assert isinstance(short, RejectedRecord)
    assert isinstance(shorter, RejectedRecord)
    assert (short.fault.reason, short.fault.details) == ("length", {"count": 1})
    assert (shorter.fault.reason, shorter.fault.column) == ("length", 81)


def test_a_line_with_other_columns_than_the_header_is_rejected_unless_its_grid_is_in_place() -> None:
    text = f"id,puzzle,solution\n1,{EULER}\n{EULER},{EULER_SOLUTION}\n7,8\n"
    accepted, shifted, short = records_of(text)
    assert accepted[:4] == (1, 2, dotted(EULER), None)
    assert isinstance(shifted, RejectedRecord)
    assert describe_fault(shifted.fault) == (
        "line 3, column 164: found 2 columns; expected the puzzle in column 2 of 3"
    )
    assert isinstance(short, RejectedRecord)
    assert short.number == 3


@pytest.mark.parametrize(
    ("solution", "column", "found"),
    [
        (EULER_SOLUTION[:80], 163, "a solution of 80 cells"),
        (EULER_SOLUTION[:80] + "x", 163, "“x” in the solution"),
        (EULER_SOLUTION[:80] + ".", 163, "“.” in the solution"),
        ("48" + "4" + EULER_SOLUTION[3:], 85, "4 at r1c3 in the solution"),
        ("84" + EULER_SOLUTION[2:], 146, "a solution with 8 twice in one house (column 1: r1c1 and r8c1)"),
    ],
)
def test_a_given_solution_is_checked(solution: str, column: int, found: str) -> None:
    rejected = only_rejection(f"puzzle,solution\n{EULER},{solution}\n")
    sentence = describe_fault(rejected.fault)
    assert sentence.startswith(f"line 2, column {column}: found {found}; expected ")


def test_blank_lines_of_a_table_count_for_nothing() -> None:
    assert puzzles_of(f"puzzle,solution\n,\n{EULER},\n,\n\n") == [dotted(EULER)]


# Files of other programs


def test_an_sdk_file_gives_its_puzzle_and_not_the_state_it_was_left_in() -> None:
    text = (
        "#AA teacher\n#DFor Monday, 4 2 1\n#C123456789\n[Puzzle]\n"
        + nine_lines(dotted(EULER))
        + "[State]\n"
        + nine_lines(EULER_SOLUTION)
        + "[PencilMarks]\n"
        + "1,2,3,4,5,6,7,8,9\n" * 9
    )
    assert puzzles_of(text) == [dotted(EULER)]
    assert puzzles_of(text + "\n" + text) == [dotted(EULER)] * 2


def test_a_line_of_81_cells_ends_a_section_cut_short() -> None:
    text = f"[Puzzle]\n{nine_lines(INSA)}[State]\n{nine_lines(INSA)[:30]}{EULER}\n{nine_lines(TUTORIAL)}"
    assert puzzles_of(text) == [dotted(line) for line in (INSA, EULER, TUTORIAL)]


def test_an_sdk_file_of_nine_lines_alone_is_read() -> None:
    assert puzzles_of("#ARuud\n#B03-08-2006\n" + nine_lines(dotted(EULER))) == [dotted(EULER)]


def test_one_file_may_mix_the_forms() -> None:
    drawn = "-----\n" + "".join(f"| {row}|\n" for row in nine_lines(INSA).split()) + "-----\n"
    text = (
        f"{INSA}\n{nine_lines(EULER)}{drawn}quizzes,solutions\n{EULER},{EULER_SOLUTION}\n{TUTORIAL}\n"
        f"{nine_lines(TUTORIAL)}\npuzzle;rating\n{INSA};2.0\n[Puzzle]\n{nine_lines(INSA)}"
    )
    wanted = [INSA, EULER, INSA, EULER, TUTORIAL, TUTORIAL, INSA, INSA]
    assert puzzles_of(text) == [dotted(line) for line in wanted]


# Encodings and line ends

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-bom", "utf-16-be-bom", "latin-1", "cp1252"]


def encoded(text: str, encoding: str) -> bytes:
    if encoding.endswith("-bom"):
        return ("\ufeff" + text).encode(encoding.removesuffix("-bom"))
    return text.encode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_gives_the_same_records(encoding: str, end: str) -> None:
    text = f"# élèves de 5e\n{INSA}\nécole\n\n{nine_lines(EULER)}{TUTORIAL}\xa0\n"
    records = records_of(encoded(text.replace("\n", end), encoding))
    assert [record.line for record in records] == [2, 3, 5, 14]
    assert [record[:3] for record in records if isinstance(record, PuzzleRecord)] == [
        (1, 2, dotted(INSA)),
        (3, 5, dotted(EULER)),
        (4, 14, dotted(TUTORIAL)),
    ]
    assert records[1].excerpt == "école"  # type: ignore[union-attr]


def test_utf_16_without_a_byte_order_mark_is_recognized_by_its_zeros() -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        assert puzzles_of(f"{INSA}\r\n{EULER}\r\n".encode(encoding)) == [dotted(INSA), dotted(EULER)]


# Whole files


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\n\n  \n", "no_grid"),
        (b"# nothing yet\n", "no_grid"),
        (b"puzzle,solution\n", "no_grid"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "picture"),
        (b"PK\x03\x04\x14\0\x06\0", "archive"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "archive"),
        (b"%PDF-1.7\n", "document"),
        (b"{\\rtf1\\ansi", "document"),
        (INSA.encode() + b"\n\0\0\0\0", "binary"),
        (b"\xff\xfe" + b"\0\0" * 20, "binary"),
        (bytes(range(256)), "binary"),
    ],
)
def test_a_file_that_is_no_file_of_grids_says_what_it_is(data: bytes, reason: str) -> None:
    with pytest.raises(NotAPuzzleFileError) as caught:
        records_of(data)
    assert caught.value.reason == reason


def test_a_zero_byte_far_into_a_file_costs_one_line() -> None:
    data = (INSA + "\n").encode() * 100 + b"\0\n" + EULER.encode()
    assert only_rejection(data).fault.details == {"character": "U+0000"}
    assert only_rejection(data).excerpt == "�"
    assert len(records_of(data)) == 102


# Streaming


def test_a_line_of_a_million_characters_is_rejected_once() -> None:
    records = records_of(f"{INSA}\n{'1' * 1_000_000}\n{EULER}\n")
    assert [record.line for record in records] == [1, 2, 3]
    assert only_rejection("1" * 1_000_000).fault.reason == "too_long"


def test_a_long_comment_is_a_comment() -> None:
    assert puzzles_of(f"#{'1' * 1_000_000}\n{EULER}\n") == [dotted(EULER)]
    assert only_rejection(f"{INSA}#{'1' * 1_000_000}\n").fault.reason == "too_long"


def test_a_file_without_a_line_end_is_read_in_bounded_memory() -> None:
    reader = PuzzleReader()
    records: list[Record] = []
    for _ in range(1000):
        records += reader.feed(b"1" * 100_000)
        assert len(json.dumps(reader.state())) < 10_000
    assert len(records + reader.finish()) == 1


def test_a_grid_is_given_as_soon_as_its_line_has_ended() -> None:
    reader = PuzzleReader()
    assert reader.feed(INSA.encode()) == []
    assert [record.number for record in reader.feed(b"\n")] == [1]
    assert [record.number for record in reader.feed(EULER.encode() + b"\r")] == [2]
    assert reader.feed(b"\n") == []
    assert (reader.line, reader.number) == (2, 2)


def read_in_pieces(pieces: Iterable[bytes], *, through_json: bool) -> tuple[list[Record], str | None]:
    """What a reader gives, when it is put aside and taken up again after each piece."""
    reader, records = PuzzleReader(), []
    try:
        for piece in pieces:
            records += reader.feed(piece)
            if through_json:
                reader = PuzzleReader(json.loads(json.dumps(reader.state())))
        return records + reader.finish(), None
    except NotAPuzzleFileError as error:
        return [], error.reason


LINES = st.sampled_from(
    [
        INSA,
        dotted(EULER),
        "-" * 81,
        nine_lines(INSA),
        nine_lines(EULER, "\n\n"),
        nine_lines(INSA)[:30] + "\n",
        nine_lines(TUTORIAL)[:50],
        "-----",
        "---------",
        "*-----------*",
        "123456789",
        "12345678",
        "Grid 3",
        "école",
        "# comment",
        "",
        "  ",
        "\t" * 8,
        "[Puzzle]",
        "[State]",
        "[Other]",
        "puzzle,solution",
        f"{EULER},{EULER_SOLUTION}",
        f"{EULER};{EULER_SOLUTION[:80]}",
        f'"{EULER}",5',
        "1" * 5000,
        "#" * 5000,
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])
FILES = st.builds(
    lambda parts, encoding: encoded("".join(line + end for line, end in parts), encoding),
    st.lists(st.tuples(LINES, ENDS), max_size=12),
    st.sampled_from(ENCODINGS),
)
ANY_FILE = st.one_of(
    FILES, st.binary(max_size=300), st.text('0.123,;\t"|-#[]a\r\n ', max_size=300).map(str.encode)
)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    marks = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(marks)]


@settings(max_examples=150)
@given(ANY_FILE, st.lists(st.integers(0, 10**6), max_size=6))
@example((INSA + "\r\n" + EULER).encode("utf-16"), [3, 84, 166, 167])
def test_pieces_and_interruptions_do_not_change_what_is_read(data: bytes, places: list[int]) -> None:
    whole = read_in_pieces([data], through_json=False)
    assert read_in_pieces(cut(data, places), through_json=True) == whole
    assert read_in_pieces((data[at : at + 1] for at in range(len(data))), through_json=False) == whole


@settings(max_examples=300)
@given(ANY_FILE)
@example(b"\xff\xfe\x00")
@example(b"\x00\xd8" * 40)
@example(b'"' * 90 + b",")
def test_any_bytes_give_verdicts_and_no_other_error(data: bytes) -> None:
    try:
        records = records_of(data)
    except NotAPuzzleFileError:
        return
    assert [record.number for record in records] == list(range(1, len(records) + 1))
    assert [record.line for record in records] == sorted({record.line for record in records})
    for record in records:
        if isinstance(record, RejectedRecord):
            assert describe_fault(record.fault).startswith(f"line {record.fault.line}, column ")
            assert record.line <= record.fault.line
            json.dumps(record.fault.details)
        else:
            assert len(record.puzzle) == 81
            assert set(record.puzzle) <= set(".123456789")


@settings(max_examples=200)
@given(st.lists(st.text("0123456789.*_-x |,;", min_size=1, max_size=100), min_size=1, max_size=8))
def test_each_line_that_is_not_blank_gets_a_verdict(lines: list[str]) -> None:
    """Between two good lines of 81, whatever is neither blank nor a bar is a record."""
    text = "".join(f"{line}\n{INSA}\n" for line in lines)
    records = records_of(text)
    silent = sum(is_blank(line) or is_bar(line, in_grid=False) for line in lines)
    assert 2 * len(lines) - silent <= len(records) <= 2 * len(lines)
    assert [r.line for r in records if isinstance(r, PuzzleRecord) and r.line % 2 == 0] == list(
        range(2, 2 * len(lines) + 1, 2)
    )


# Real files


@pytest.mark.parametrize("name", ["clue17.txt", "top1465.txt", "exchange_rated.csv"])
def test_the_large_files_are_read_whole(name: str) -> None:
    path = DATA / "puzzles" / name
    if not path.exists():
        pytest.skip(f"no {name} beside the project")
    with path.open("rb") as file:
        records = list(read_puzzles(iter(lambda: file.read(65536), b"")))
    assert all(isinstance(record, PuzzleRecord) for record in records)
    assert [record.number for record in records] == list(range(1, len(path.read_bytes().split()) + 1))
