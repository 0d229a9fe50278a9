"""The binary format of a trace: easy to read for JavaScript, small when compressed.

    4 bytes         n, the length of the header (all numbers are unsigned, little-endian)
    n bytes         the header: JSON in UTF-8
    the rest        the planes one after the other, each an array of equal elements

The header has `format` (1), `algorithm`, `puzzle` (81 characters), `length` (of the run), `head` and
`tail` (the kept events are those before `head` and from `tail` on), `exact`, `solved`, `totals` (counters
by name), `counters` (their names in the order of the plane), `lines` (operation number -> line of the
text), `operations` (operation number -> name), `keyframes` (how many), and `planes`: for each its name, its
offset behind the header, its length.

    codes       1 byte an event: 10 * operation + digit
    cells       1 byte an event: the cell; 81 behind the grid, 255 before it
    numbers     4 bytes a keyframe: its number
    last        2 bytes a keyframe: the event before it, code and cell
    digits      81 bytes a keyframe
    counters    32 bytes a keyframe: eight numbers of 4 bytes
    masks       162 bytes a keyframe, for C and E only: 81 masks of 2 bytes
    levels      81 bytes a keyframe, for E only

So `new Uint8Array(buffer, 4 + n + offset, length)` is a plane of bytes; the others are read with a
DataView, since they may start at odd offsets. State n is the last keyframe whose number is at most n, with
the events from there on applied; `replay` defines how an event changes a state. The letters
C and E are explained in `runs/__init__.py`.
"""

import json
import struct
from collections.abc import Iterable
from itertools import chain
from typing import Any

from .catalogue import ALGORITHMS
from .events import Counters, Event, State
from .trace import Keyframe, Trace

FORMAT = 1

_COUNTERS = len(Counters._fields)


class TraceFormatError(ValueError):
    """The bytes are not a trace in this format."""


def trace_to_bytes(trace: Trace) -> bytes:
    """Encode a trace; `trace_from_bytes` decodes it."""
    planes = _planes(trace)
    header = json.dumps(_header(trace, planes), separators=(",", ":")).encode()
    return b"".join([struct.pack("<I", len(header)), header, *planes.values()])


def trace_from_bytes(data: bytes) -> Trace:
    """Decode what `trace_to_bytes` encoded. Raises TraceFormatError."""
    try:
        (length,) = struct.unpack_from("<I", data)
        header = json.loads(data[4 : 4 + length])
        if header["format"] != FORMAT:
            raise TraceFormatError(f"the format is {header['format']!r}: expected {FORMAT}")
        body = memoryview(data)[4 + length :]
        planes = {name: bytes(body[at : at + size]) for name, at, size in header["planes"]}
        return Trace(
            algorithm=header["algorithm"],
            puzzle=header["puzzle"],
            codes=planes["codes"],
            cells=planes["cells"],
            head=header["head"],
            tail=header["tail"],
            length=header["length"],
            is_exact=header["exact"],
            keyframes=tuple(_keyframe(planes, index) for index in range(header["keyframes"])),
        )
    except (KeyError, TypeError, ValueError, IndexError, struct.error) as error:
        raise TraceFormatError(f"no trace: {error}") from error


def _header(trace: Trace, planes: dict[str, bytes]) -> dict[str, Any]:
    algorithm = ALGORITHMS[trace.algorithm]
    offset, places = 0, []
    for name, plane in planes.items():
        places.append([name, offset, len(plane)])
        offset += len(plane)
    return {
        "format": FORMAT,
        "algorithm": trace.algorithm,
        "puzzle": trace.puzzle,
        "length": trace.length,
        "head": trace.head,
        "tail": trace.tail,
        "exact": trace.is_exact,
        "solved": trace.is_solved,
        "totals": trace.totals._asdict(),
        "counters": Counters._fields,
        "lines": {int(operation): algorithm.line(operation) for operation in algorithm.statements},
        "operations": {int(operation): operation.name for operation in algorithm.statements},
        "keyframes": len(trace.keyframes),
        "planes": places,
    }


def _planes(trace: Trace) -> dict[str, bytes]:
    states = [keyframe.state for keyframe in trace.keyframes]
    return {
        "codes": trace.codes,
        "cells": trace.cells,
        "numbers": _pack("I", (keyframe.number for keyframe in trace.keyframes)),
        "last": b"".join(bytes((10 * s.last.operation + s.last.digit, s.last.cell & 255)) for s in states),
        "digits": b"".join(state.digits for state in states),
        "counters": _pack("I", chain.from_iterable(state.counters for state in states)),
        "masks": _pack("H", chain.from_iterable(state.masks for state in states)),
        "levels": b"".join(state.levels for state in states),
    }


def _keyframe(planes: dict[str, bytes], index: int) -> Keyframe:
    (number,) = struct.unpack_from("<I", planes["numbers"], 4 * index)
    code, cell = planes["last"][2 * index : 2 * index + 2]
    counters = struct.unpack_from(f"<{_COUNTERS}I", planes["counters"], 4 * _COUNTERS * index)
    masks = struct.unpack_from("<81H", planes["masks"], 162 * index) if planes["masks"] else ()
    state = State(
        digits=planes["digits"][81 * index : 81 * index + 81],
        last=Event.from_bytes(code, cell),
        counters=Counters(*counters),
        masks=masks,
        levels=planes["levels"][81 * index : 81 * index + 81],
    )
    return Keyframe(number, state)


def _pack(kind: str, numbers: Iterable[int]) -> bytes:
    values = list(numbers)
    return struct.pack(f"<{len(values)}{kind}", *values)
