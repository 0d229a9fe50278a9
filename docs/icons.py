"""Draw the icons that phones want as pictures from the one that is drawn by hand, icon.svg.

    .venv/bin/python docs/icons.py

It knows what that drawing is made of: rectangles with round corners, the first of which is the ground.
"""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).resolve().parents[1] / "sudokusite" / "static" / "icons"
# Drawn so many times as large and made smaller again, edges become smooth.
FINER = 4
COLOURS = 64
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Rectangle:
    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: str


def drawing() -> tuple[float, Rectangle, list[Rectangle]]:
    """Width of the drawing, its ground, and what lies on it."""
    root = ET.parse(FOLDER / "icon.svg").getroot()  # noqa: S314 (a file of ours)
    group = root.find(f"{SVG}g")
    strokes = [] if group is None else [rectangle(each, group.attrib["fill"]) for each in group]
    ground, *others = [rectangle(each, each.attrib["fill"]) for each in root.findall(f"{SVG}rect")]
    return float(root.attrib["viewBox"].split()[2]), ground, [*others, *strokes]


def rectangle(rect: ET.Element, colour: str) -> Rectangle:
    x, y, width, height, radius = (float(rect.attrib[name]) for name in ("x", "y", "width", "height", "rx"))
    return Rectangle(x, y, width, height, radius, colour)


def icon(size: int, *, is_full: bool = False, scale: float = 1) -> Image.Image:
    """The icon; `is_full` colours it to its edges, for devices that cut the shape themselves."""
    width, ground, shapes = drawing()
    unit = size * FINER / width
    image = Image.new("RGBA", (size * FINER,) * 2, ground.colour if is_full else "#0000")
    if not is_full:
        paint(image, ground, unit, 1, width)
    for shape in shapes:
        paint(image, shape, unit, scale, width)
    small = image.resize((size, size), Image.Resampling.LANCZOS)
    return small.convert("RGB").quantize(COLOURS) if is_full else small.quantize(COLOURS)


def paint(image: Image.Image, shape: Rectangle, unit: float, scale: float, width: float) -> None:
    """Lay a rectangle over the image; it is drawn towards the middle at a scale below 1."""
    x, y = ((at - width / 2) * scale + width / 2 for at in (shape.x, shape.y))
    box = [side * unit for side in (x, y, x + shape.width * scale, y + shape.height * scale)]
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(box, shape.radius * scale * unit, fill=shape.colour)


def main() -> None:
    for name, image in {
        "icon-192": icon(192),
        "icon-512": icon(512),
        # What matters stays inside the circle that every device leaves of it.
        "maskable-512": icon(512, is_full=True, scale=0.88),
        "touch-180": icon(180, is_full=True),
    }.items():
        image.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
