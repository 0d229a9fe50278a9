"""What somebody may type, or a program send: values that are good, nearly good, or anything."""

from typing import Any

from hypothesis import strategies as st

NUMBERS = [
    "0", "1", "-1", "81", "80", "2147483648", "9223372036854775807", "9223372036854775808", "1e309",
    "٣", "²", "１", "1.5", "-0", "+1", " 1 ", "1_0", "0x1", "nan", "inf", "-inf", "1e-400", "00000001",
    "1" * 5000,
]  # fmt: skip
WORDS = [
    "", " ", "\0", "a\0b", "\ud800", "\u202e", "é", "e\u0301", "🦁" * 50, "\r\n", "%", "%s", "{0}",
    "{{ 1 }}", "'", '"', "';--", "<b>", "../../etc/passwd", "..\\..", "null", "None", "true", "on", "[]",
    "{}", "a" * 40_000, "//elsewhere.test", "javascript:alert(1)", "\x1b[0m", "\ufeff", "0" * 81,
    "." * 81, "1" * 81, "123456789" * 9, "K7M-4RX", "naked_single", "952", "login", "admin:index",
    "2026-02-30 25:61", "0001-01-01 00:00", "9999-12-31 23:59", "2026-03-29 02:30", "now",
    "0-0", "9,9,9", "1-1000000000", "5-1", "1,,2",
]  # fmt: skip
# Moves as a page sends them, and what is nearly one.
OPS = [
    "1.2.d.4.5", "1", "1\n1.2.d.4", "1 1.99.d.4", "1 1.2.d.4.-5", "1 1.2.d.999999999999999999999", "2 x",
    "1 1.2.q", "1 99999999999999999999.0.d.1", "1 1.0.u 2.0.u 3.0.r", "1 " * 999,
]  # fmt: skip
FILES = [
    b"", b"\0" * 99, b"\xff\xfe", b"PK\x03\x04", b"\x1f\x8b\x08", b"1" * 10_000, b"." * 81, b"\n" * 5000,
    b"5" + b"." * 80, b"\xef\xbb\xbf" + b"0" * 81 + b"\r\n", "é\n".encode("utf-16"), b"%PDF-1.7",
]  # fmt: skip
FILE_NAMES = ["a.txt", "", ".", "../../x", "a\0.txt", "\u202etxt.exe", "a" * 400, "<b>.csv", "a/b\\c", '"']

texts = st.one_of(
    st.sampled_from(NUMBERS),
    st.sampled_from(WORDS),
    st.sampled_from(OPS),
    st.integers().map(str),
    st.text(max_size=30),
    st.text("0123456789.-_dnoxurfc \n", max_size=90),
)
contents = st.one_of(st.sampled_from(FILES), st.binary(max_size=300))
# A file with its name, or a text where a file belongs.
files = st.one_of(st.tuples(st.sampled_from(FILE_NAMES), contents), texts)
# What a server hands on of a header: each byte as a character.
header_values = st.one_of(
    st.sampled_from([word.encode("utf-8", "surrogatepass").decode("latin-1") for word in WORDS]),
    st.text(st.characters(max_codepoint=255), max_size=40),
    st.sampled_from(
        ["sessionid=x", "csrftoken=", "device=a:b:c", "theme=no", "django_language=\xff", "a;;="]
    ),
).map(lambda value: value.translate({0: " ", 10: " ", 13: " "}))


def values_near(value: Any) -> st.SearchStrategy[str]:
    """What is good in a field, or near it, or anything."""
    good = str(value)

    def changed(at: int, length: int, text: str) -> str:
        return good[:at] + text[:50] + good[at + length :]

    return st.one_of(
        st.just(good), st.builds(changed, st.integers(0, len(good)), st.integers(0, 3), texts), texts
    )
