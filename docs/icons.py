"""Draw the icons that phones want as pictures from the one that is drawn by hand, icon.svg.

    .venv/bin/python docs/icons.py

It knows what that drawing is made of: one square with round corners, and smaller ones on it in white.
"""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).resolve().parents[1] / "sudokusite" / "static" / "icons"
# Drawn so many times as large and made smaller again, edges become smooth.
FINER = 4
COLOURS = 64


@dataclass(frozen=True)
class Square:
    x: float
    y: float
    side: float
    radius: float
    opacity: float


def drawing() -> tuple[float, str, Square, list[Square]]:
    """Width of the drawing, its colour, its ground, and what is white on it."""
    root = ET.parse(FOLDER / "icon.svg").getroot()  # noqa: S314 (a file of ours)
    rects = [square(rect) for rect in root.iter("{http://www.w3.org/2000/svg}rect")]
    ground = next(root.iter("{http://www.w3.org/2000/svg}rect"))
    return float(root.attrib["viewBox"].split()[2]), ground.attrib["fill"], rects[0], rects[1:]


def square(rect: ET.Element) -> Square:
    x, y, side, radius = (float(rect.attrib[name]) for name in ("x", "y", "width", "rx"))
    return Square(x, y, side, radius, float(rect.get("opacity", 1)))


def icon(size: int, *, is_full: bool = False, scale: float = 1) -> Image.Image:
    """The icon; `is_full` colours it to its edges, for devices that cut the shape themselves."""
    width, colour, ground, whites = drawing()
    unit = size * FINER / width
    image = Image.new("RGBA", (size * FINER,) * 2, colour if is_full else "#0000")
    if not is_full:
        paint(image, ground, unit, colour, 1, width)
    for white in whites:
        paint(image, white, unit, "#ffffff", scale, width)
    small = image.resize((size, size), Image.Resampling.LANCZOS)
    return small.convert("RGB").quantize(COLOURS) if is_full else small.quantize(COLOURS)


def paint(image: Image.Image, shape: Square, unit: float, colour: str, scale: float, width: float) -> None:
    """Lay a square over the image; it is drawn towards the middle at a scale below 1."""
    layer = Image.new("RGBA", image.size, "#0000")
    x, y = ((at - width / 2) * scale + width / 2 for at in (shape.x, shape.y))
    box = [side * unit for side in (x, y, x + shape.side * scale, y + shape.side * scale)]
    rgb = tuple(bytes.fromhex(colour[1:]))
    pen = ImageDraw.Draw(layer)
    pen.rounded_rectangle(box, shape.radius * scale * unit, fill=(*rgb, round(255 * shape.opacity)))
    image.alpha_composite(layer)


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
