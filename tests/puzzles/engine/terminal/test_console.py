"""The streams of the terminal program."""

import io

from puzzles.engine.formats import RejectedRecord, read_puzzles
from puzzles.engine.terminal.console import Console
from puzzles.engine.translation import ENGLISH


class Streams:
    """A console whose every act leaves a trace in one list."""

    def __init__(self, pieces: list[bytes], *, is_json: bool = False) -> None:
        self.acts: list[str] = []
        out, err = self.stream("out"), self.stream("err")
        stdin = io.BytesIO()
        stdin.read1 = self.reader(pieces)  # type: ignore[method-assign]
        self.console = Console(stdin=stdin, stdout=out, stderr=err, words=ENGLISH, is_json=is_json)

    def stream(self, name: str) -> io.StringIO:
        stream = io.StringIO()
        stream.write = lambda text: self.acts.append(f"{name} {text!r}") or len(text)  # type: ignore[method-assign]
        stream.flush = lambda: self.acts.append(f"{name} flushed")  # type: ignore[method-assign]
        return stream

    def reader(self, pieces: list[bytes]) -> object:
        waiting = [*pieces, b""]

        def read(size: int) -> bytes:
            self.acts.append("read")
            return waiting.pop(0)

        return read


def test_what_was_written_is_seen_before_each_wait() -> None:
    streams = Streams([b"a", b"b"])
    for piece in streams.console.pieces():
        streams.console.say(piece.decode())
    assert streams.acts == [
        "out flushed",
        "read",
        "out 'a\\n'",
        "out flushed",
        "read",
        "out 'b\\n'",
        "out flushed",
        "read",
    ]


def test_a_question_is_seen_before_its_answer_is_waited_for() -> None:
    streams = Streams([])
    streams.console.say("Who?", end=" ")
    streams.console.answer()
    assert streams.acts == ["out 'Who? '", "out flushed"]


def test_a_complaint_comes_after_what_was_written_before_it() -> None:
    streams = Streams([])
    streams.console.say("fine")
    assert not streams.console.has_complained
    streams.console.complain("wrong")
    assert streams.console.has_complained
    assert streams.acts == ["out 'fine\\n'", "out flushed", "err 'wrong\\n'", "err flushed"]


def test_a_rejected_line_is_data_only_where_data_is_requested() -> None:
    [rejected] = read_puzzles([b"hello"])
    assert isinstance(rejected, RejectedRecord)
    plain, as_data = Streams([]), Streams([], is_json=True)
    plain.console.complain_of(rejected)
    as_data.console.complain_of(rejected)
    assert [act[:4] for act in plain.acts if "flushed" not in act] == ["err "]
    assert [act[:4] for act in as_data.acts if "flushed" not in act] == ["out ", "err "]


def test_an_answer_is_one_line_and_none_at_the_end() -> None:
    console = Console(
        stdin=io.BytesIO(b"one\ntwo"), stdout=io.StringIO(), stderr=io.StringIO(), words=ENGLISH
    )
    assert [console.answer(), console.answer(), console.answer()] == [b"one\n", b"two", None]
