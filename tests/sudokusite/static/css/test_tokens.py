"""The colours of the site: each has a value for every theme, and every text can be read."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[4] / "sudokusite" / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text()

# Text and what it stands on.
PAIRS = [
    (text, ground)
    for ground, texts in {
        "page": "text text-soft accent done warn late",
        "panel": "text text-soft accent done warn late conflict-digit hint-digit",
        "sunk": "text",
        "accent-soft": "text accent",
        "accent": "accent-text",
        "done-soft": "text done",
        "warn-soft": "text warn hint-digit",
        "late-soft": "text late",
        "hint-ring": "warn-soft cell-fill",
        "hint-second-ring": "cell-fill",
        "hint-cause-ring": "cell-fill",
        "key": "key-text",
        "cell-fill": "given entered note note-dim note-lit",
        "peer": "given entered note note-lit",
        "same": "given entered note-lit text",
        "selected": "given entered note-lit text",
        "conflict-fill": "conflict-digit given",
        "hint-fill": "hint-digit given entered",
        "hint-area": "given entered note",
        "hint-stripe": "given entered note",
        "hint-cause-fill": "given entered note",
        "hint-second-fill": "given entered note",
        "hint-target-fill": "given entered note",
    }.items()
    for text in texts.split()
]


# Frames, bars and lines that tell something, and what they stand on.
SHAPES = [
    (shape, ground)
    for shape, grounds in {
        "hint-ring": "cell-fill hint-area hint-fill hint-target-fill",
        "hint-cause-ring": "cell-fill hint-area hint-cause-fill",
        "hint-second-ring": "cell-fill hint-area hint-second-fill",
        "hint-target-ring": "cell-fill hint-area hint-fill hint-target-fill",
        "hint-link": "cell-fill hint-area hint-fill hint-second-fill hint-target-fill peer selected",
        "conflict-wedge": "cell-fill hint-target-fill conflict-fill",
        "ring": "cell-fill selected hint-area hint-fill hint-cause-fill hint-second-fill hint-target-fill",
        "border-firm": "panel page",
        "done": "cell-fill done-soft",
        "warn": "warn-soft",
        "late": "late-soft",
    }.items()
    for ground in grounds.split()
]


COLOUR = re.compile(r"--([\w-]+): var\(--light, (#\w+)\) var\(--dark, (#\w+)\) var\(--contrast, (#\w+)\);")
COLOURS = COLOUR.findall(TOKENS)
LIGHT = {name: light for name, light, _dark, _contrast in COLOURS}
DARK = {name: dark for name, _light, dark, _contrast in COLOURS}
HIGH_CONTRAST = {name: contrast for name, _light, _dark, contrast in COLOURS}


def lines(opening: str) -> dict[str, float]:
    """The widths of the lines in the first rule that opens like this."""
    body = TOKENS[TOKENS.index(opening) :].split("{", 1)[1].split("}", 1)[0]
    return {name: float(width) for name, width in re.findall(r"--(line\S*): ([\d.]+)px;", body)}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_wcag_does() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.005)


def test_each_colour_is_said_once_for_every_theme() -> None:
    assert len(COLOURS) == len(LIGHT) > 40
    paper = TOKENS.index("@layer print {")
    assert len(re.findall(r"#[0-9a-f]{3,8}\b", TOKENS[:paper])) == 3 * len(COLOURS)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_theme_takes_one_value_of_each_colour(theme: str) -> None:
    """An empty value takes a colour out of the list, `initial` leaves the fallback of var() in."""
    rules = {
        "light": ":root {",
        "dark": ':root[data-theme="dark"] {',
        "contrast": ':root[data-theme="contrast"] {',
    }
    taken = {}
    for opening in dict.fromkeys([rules["light"], rules[theme]]):
        body = TOKENS[TOKENS.index(opening) :].split("{", 1)[1].split("}", 1)[0]
        taken |= dict(re.findall(r"--(light|dark|contrast):(.*?);", body))
    assert {name for name, value in taken.items() if value.strip() == "initial"} == {theme}
    assert [value.strip() for name, value in taken.items() if name != theme] == ["", ""]


def test_dark_is_the_same_for_system_and_setting() -> None:
    asked = [":root:not([data-theme]) {", ':root[data-theme="dark"] {']
    bodies = [
        re.sub(r"\s", "", TOKENS[TOKENS.index(each) :].split("{", 1)[1].split("}", 1)[0]) for each in asked
    ]
    assert bodies[0] == bodies[1] != ""


def test_high_contrast_has_bolder_lines() -> None:
    usual, bold = lines(":root {"), lines(':root[data-theme="contrast"] {')
    assert set(usual) == set(bold) == {"line", "line-box", "line-edge"}
    assert all(bold[line] > usual[line] for line in usual)


@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_in_high_contrast_text_has_a_ratio_of_seven(text: str, ground: str) -> None:
    assert contrast(HIGH_CONTRAST[text], HIGH_CONTRAST[ground]) >= 7


@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_in_high_contrast_shapes_have_the_ratio_of_text_elsewhere(shape: str, ground: str) -> None:
    assert contrast(HIGH_CONTRAST[shape], HIGH_CONTRAST[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_can_be_read(theme: dict[str, str], text: str, ground: str) -> None:
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_meaningful_shapes_have_enough_contrast(theme: dict[str, str], shape: str, ground: str) -> None:
    assert contrast(theme[shape], theme[ground]) >= 3


def test_every_token_that_is_used_is_defined() -> None:
    """In its own sheet, or in one of those that every page has."""
    everywhere = {
        name
        for sheet in ("tokens", "site")
        for name in re.findall(r"--([\w-]+):", (CSS / f"{sheet}.css").read_text())
    }
    used = {
        name
        for sheet in CSS.glob("*.css")
        for name in re.findall(r"var\(--([\w-]+)\)", sheet.read_text())
        if f"--{name}:" not in sheet.read_text()
    }
    assert used
    assert used <= everywhere
