"""What holds in every style sheet: layers instead of heavier selectors, three widths, one scale of sizes."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[4] / "sudokusite" / "static" / "css"
SHEETS = sorted(CSS.glob("**/*.css"))
WIDTHS = {"600", "900", "1200"}


def code_of(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)


@pytest.fixture(params=SHEETS, ids=[sheet.relative_to(CSS).as_posix() for sheet in SHEETS])
def code(request: pytest.FixtureRequest) -> str:
    """A style sheet without its comments."""
    return code_of(request.param)


def test_the_order_of_the_layers_is_said_first() -> None:
    order = re.match(r"\s*@layer ([\w, ]+);", code_of(CSS / "tokens.css"))
    assert order
    used = {
        name for sheet in SHEETS for name in re.findall(r"^@layer (\w+) \{", code_of(sheet), re.MULTILINE)
    }
    assert used == set(order[1].split(", "))


def test_every_rule_is_in_a_layer(code: str) -> None:
    outside = [line for line in code.splitlines() if re.match(r"[^\s}]", line)]
    assert outside
    assert [line for line in outside if not line.startswith("@layer ")] == []


def test_pages_change_at_three_widths_of_the_window(code: str) -> None:
    queries = re.findall(r"@media [^{]+", code)
    assert {width for query in queries for width in re.findall(r"(?:width [<>=]+ |\()(\d+)px", query)} <= {
        *WIDTHS,
        *{height for query in queries for height in re.findall(r"height [<>=]+ (\d+)px", query)},
    }
    assert not re.search(r"@media [^{]*(?:min|max)-width", code)


def test_no_class_is_named_twice_to_weigh_more(code: str) -> None:
    assert re.findall(r"(\.[\w-]+)\1(?![\w-])|:root:root", code) == []


def test_nothing_is_important_but_what_is_hidden_and_what_must_not_move(code: str) -> None:
    important = re.findall(r"([\w-]+): [^;{]+!important", code)
    assert set(important) <= {"display", "animation-delay", "animation-duration", "transition-duration"}
    assert len(important) <= 4


SIZES = {"12", "14", "16", "18", "22", "28", "40", "code"}
# Letters in pictures, whose unit is theirs; signs in a cell of the explorer; paper.
OTHER_SIZES = (
    r"[\d.]+(?:px|pt)|0\.(?:5625|625)rem|0?\.\d+em|inherit|"
    r"calc\(.*--(?:run-cell|cell|mm)\b.*\)|clamp\(.*vw.*\)"
)


def test_letters_have_one_of_seven_sizes(code: str) -> None:
    for value in re.findall(r"font-size: ([^;]+);", code):
        token = re.fullmatch(r"var\(--(?:t-(\w+)|digit|note-size)\)", value)
        assert (token and (token[1] is None or token[1] in SIZES)) or re.fullmatch(OTHER_SIZES, value), value


def test_letters_have_one_of_three_weights(code: str) -> None:
    assert set(re.findall(r"font-weight: ([^;]+);", code)) <= {"400", "600", "700", "inherit"}


def test_corners_have_one_of_four_radii(code: str) -> None:
    parts = {part for value in re.findall(r"border-radius: ([^;]+);", code) for part in value.split()}
    names = ("radius-s", "radius", "radius-l", "radius-tag")
    assert parts <= {"0", "50%", *(f"var(--{name})" for name in names)}


def test_every_z_index_is_a_token(code: str) -> None:
    assert re.findall(r"z-index: [^v;][^;]*;", code) == []


def test_a_colour_is_a_token_except_on_paper(code: str) -> None:
    found = set(re.findall(r"#[0-9a-f]{3,8}\b(?=[^{}]*;)", code))
    if "--light, #" not in code:
        assert found <= {"#fff", "#000", "#333", "#777", "#767676", "#999", "#ccc", "#eee"}
