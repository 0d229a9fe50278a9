"""A trace as bytes: there and back, small, quickly made, and readable by the documented rules alone."""

import gzip
import json
import struct
import time
from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.runs import (
    ALGORITHMS,
    TraceFormatError,
    trace_from_bytes,
    trace_run,
    trace_to_bytes,
)

# 65,147 events of reading order, made by the generator with the seed 8.
LONG = "39..4....6...2..3......149.8...3..5...71..98..3.6.....9.6.......1....5........648"
AGAINST_READING_ORDER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_trace_survives_the_way_there_and_back(name: str, course_grid: Any) -> None:
    trace = trace_run(name, Board.from_line(course_grid.line))
    assert trace_from_bytes(trace_to_bytes(trace)) == trace


def test_a_trace_with_a_gap_survives_too() -> None:
    trace = trace_run("td_iteratif", Board.from_line(AGAINST_READING_ORDER), event_limit=300_000)
    assert trace.head < trace.tail
    assert trace_from_bytes(trace_to_bytes(trace)) == trace


@pytest.mark.parametrize("name", ["tutoriel", "td_iteratif", "mini_projet"])
def test_65000_placements_and_returns_are_made_in_a_second_and_a_half_and_sent_in_20_kilobytes(
    name: str,
) -> None:
    # What this machine does besides is not counted.
    started = time.process_time()
    trace = trace_run(name, Board.from_line(LONG))
    sent = gzip.compress(trace_to_bytes(trace), 6)
    seconds = time.process_time() - started
    assert trace.totals.placements + trace.totals.returns > 65_000
    assert seconds <= 1.5
    assert len(sent) <= 20_000


def test_an_event_takes_two_bytes_and_a_keyframe_is_rare() -> None:
    trace = trace_run("tutoriel", Board.from_line(LONG))
    assert len(trace.codes) == len(trace.cells) == trace.length
    assert len(trace_to_bytes(trace)) < 2.3 * trace.length


def test_the_bytes_are_read_by_what_the_documentation_says() -> None:
    trace = trace_run("projet_insa", Board.from_line(LONG))
    data = trace_to_bytes(trace)
    (size,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + size].decode("utf-8"))
    planes = {name: data[4 + size + at : 4 + size + at + length] for name, at, length in header["planes"]}
    assert (header["format"], header["algorithm"], header["puzzle"]) == (1, "projet_insa", LONG)
    assert (header["length"], header["exact"]) == (trace.length, True)
    assert header["totals"] == trace.totals._asdict()
    event = trace.event(5)
    assert (planes["codes"][5] // 10, planes["codes"][5] % 10) == (event.operation, event.digit)
    assert planes["cells"][5] == event.cell
    assert header["lines"][str(int(event.operation))] == trace.line(5)
    assert header["operations"][str(int(event.operation))] == event.operation.name
    last = header["keyframes"] - 1
    assert struct.unpack_from("<I", planes["numbers"], 4 * last)[0] == trace.length
    assert planes["digits"][81 * last :] == trace.final.digits
    assert struct.unpack_from("<8I", planes["counters"], 32 * last) == trace.totals
    assert header["counters"] == list(trace.totals._fields)
    assert struct.unpack_from("<81H", planes["masks"], 162 * last) == trace.final.masks
    assert planes["levels"] == b""


@pytest.mark.parametrize(
    "data", [b"", b"abc", b"\x02\x00\x00\x00{}", b"\xff\xff\xff\xff{}", b"\x04\0\0\0null"]
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(TraceFormatError):
        trace_from_bytes(data)


def test_another_format_is_refused() -> None:
    header = json.dumps({"format": 2}).encode()
    with pytest.raises(TraceFormatError, match="expected 1"):
        trace_from_bytes(struct.pack("<I", len(header)) + header)
