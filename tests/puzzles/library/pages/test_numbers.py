from django.utils import translation

from puzzles.library.pages.numbers import grouped, out_of


def test_numbers_have_narrow_no_break_spaces_in_both_languages() -> None:
    for language in ("en", "fr"):
        with translation.override(language):
            assert grouped(12480) == "12\N{NARROW NO-BREAK SPACE}480"
            assert grouped(999) == "999"
            assert out_of(31, 116) == "31\N{NARROW NO-BREAK SPACE}/\N{NARROW NO-BREAK SPACE}116"
