"""Files as nobody should send them, made from a seed: the same seed gives the same files."""

import gzip
import io
import random
import zipfile
from collections.abc import Callable
from functools import cache

from tests.url_matrix.cast import GRIDS

CELLS = "123456789.0*_-"
ENCODINGS = [
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "cp037", "utf-7",
    "shift_jis", "koi8-r",
]  # fmt: skip
LINE_ENDS = ["\n", "\r\n", "\r", "\n\r", "\x0b", "\x0c", "\x85", "\u2028", "\n\n", "", " \n", "\t\r\n"]
# A grid whose digits contradict each other is made of one of these by writing one digit over another.
LONG = 1_000_000
BOMB = 5_000_000


@cache
def good_lines() -> list[str]:
    """Grids with one solution, all tiers."""
    lines = (line.strip() for line in GRIDS.read_text().splitlines())
    return [line for line in lines if len(line) == 81 and line[0] in CELLS]


def random_bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.choice([1, 7, 80, 81, 82, 500, 3000]))


def random_cells(rng: random.Random) -> bytes:
    signs = CELLS + rng.choice(["", " ", "\n", " |,;\n\t", "#\n", "xyz\n"])
    return "".join(rng.choice(signs) for _ in range(rng.choice([81, 162, 900]))).encode()


def mutated(rng: random.Random) -> bytes:
    """A good file with some bytes changed, lost, doubled or torn out."""
    data = bytearray("\n".join(rng.sample(good_lines(), rng.randint(1, 6))).encode())
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(data))
        act = rng.randrange(4)
        if act == 0:
            data[at] = rng.randrange(256)
        elif act == 1:
            del data[at : at + rng.choice([1, 1, 2, 40])]
        elif act == 2:
            data[at:at] = data[at : at + rng.choice([1, 2, 81])]
        else:
            data[at:at] = rng.choice(
                [b"\n", b"\r", b"\0", b"#", b"\xff", b"\xe2\x80", b"[Puzzle]", b'"', b","]
            )
        if not data:
            data = bytearray(b"1")
    return bytes(data)


def encoded(rng: random.Random) -> bytes:
    end = rng.choice(LINE_ENDS)
    text = end.join(["# élèves", *rng.sample(good_lines(), rng.randint(1, 4)), ""])
    return text.encode(rng.choice(ENCODINGS), "replace")


def long_line(rng: random.Random) -> bytes:
    part = rng.choice(["1", ".", "123456789", " ", ",", "|", "#", "-", "é", "a", '"', "\t5"])
    text = part * (LONG // len(part))
    return f"{good_lines()[0]}\n{text}\n{good_lines()[1]}\n".encode()


def with_zeros(rng: random.Random) -> bytes:
    data = bytearray("\n".join(rng.sample(good_lines(), 3)).encode())
    for _ in range(rng.choice([1, 5, 300])):
        data.insert(rng.randrange(len(data)), 0)
    return bytes(data)


def zip_bomb(rng: random.Random) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sudoku.txt", rng.choice([b"0", b"\0", b"1\n"]) * BOMB)
    return file.getvalue()


def gzip_bomb(rng: random.Random) -> bytes:
    return gzip.compress(rng.choice([b"0", b"\0", b".\n"]) * BOMB, compresslevel=6, mtime=0)


def contradictory(rng: random.Random) -> bytes:
    lines = []
    for line in rng.sample(good_lines(), rng.randint(1, 5)):
        given = [at for at, sign in enumerate(line) if sign in "123456789"]
        at, other = rng.sample(given, 2)
        lines.append(line[:at] + line[other] + line[at + 1 :])
    return "\n".join(lines).encode()


def full(rng: random.Random) -> bytes:
    """Complete grids, some of them wrong, and empty ones."""
    kinds = ["123456789" * 9, "." * 81, "0" * 81, "-" * 81, "1" + "." * 80, "*" * 80, "_" * 82]
    return rng.choice(LINE_ENDS[:3]).join(rng.choices(kinds, k=rng.randint(1, 6))).encode()


def many_solutions(rng: random.Random) -> bytes:
    lines = []
    for line in rng.sample(good_lines(), rng.randint(1, 4)):
        lost = rng.random()
        lines.append("".join("." if rng.random() < lost else sign for sign in line))
    return "\n".join(lines).encode()


def drawn(rng: random.Random) -> bytes:
    """Grids of nine lines with a row too short, too long, lost, or with something between."""
    rows: list[str] = []
    for line in rng.sample(good_lines(), 2):
        rows += [line[at : at + 9] for at in range(0, 81, 9)]
        rows.append(rng.choice(["", "---+---+---", "Grid 7", "[Puzzle]", "[State]", "# x", "=" * 200]))
    for _ in range(rng.randint(0, 3)):
        at = rng.randrange(len(rows))
        rows[at : at + 1] = rng.choice(
            [[], [rows[at] + "1"], [rows[at][:-1]], [rows[at], ""], ["|".join(rows[at])]]
        )
    return "\n".join(rows).encode()


def table(rng: random.Random) -> bytes:
    line = rng.choice(good_lines())
    header = rng.choice(
        ["puzzle,solution", "id;puzzle;solution", "quizzes,solutions", "puzzle", "a\tb", '"puzzle']
    )
    rows = [
        header,
        f"{line},{line}",
        f'"{line}",',
        f"1;{line};{'1' * 81}",
        f"{line}," * 400,
        '"' * 99,
        ",;,;",
    ]
    return "\n".join(rng.choices(rows, k=rng.randint(2, 6))).encode()


KINDS: list[Callable[[random.Random], bytes]] = [
    random_bytes,
    random_cells,
    mutated,
    encoded,
    with_zeros,
    contradictory,
    full,
    many_solutions,
    drawn,
    table,
]
# These cost so much to make and to read that one file of a hundred is enough.
HEAVY: list[Callable[[random.Random], bytes]] = [long_line, zip_bomb, gzip_bomb]


def bad_file(seed: int) -> tuple[str, bytes]:
    """The kind of the file of this number, and what it holds."""
    rng = random.Random(seed)
    kinds = HEAVY if seed % 100 == 99 else KINDS
    make = kinds[(seed // 100 if kinds is HEAVY else seed) % len(kinds)]
    return make.__name__, make(rng)
