// A picture in a pane: a canvas as wide as its place, sharp on every screen, in the colours of the theme. It consists of
// tiles, each with a key for its whole appearance: only a tile whose key changes is painted.

const inks = new Map();
const pictures = new Set();

/** The value of a custom property of tokens.css in the current theme. */
export function ink(name) {
  let value = inks.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    inks.set(name, value);
  }
  return value;
}

function changeTheme() {
  inks.clear();
  for (const picture of pictures) picture.repaint();
}

function followTheme() {
  new MutationObserver(changeTheme).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", changeTheme);
  }
}

export class Picture {
  paint;
  layout;
  paintGround;

  /**
   * `layout(width)` places the tiles and returns the total height, in CSS pixels; `paint(index, key)` paints a tile;
   * `paintGround()` paints the ground below all tiles.
   */
  constructor({ label, count, layout, paint, paintGround = () => {} }) {
    this.canvas = document.createElement("canvas");
    this.canvas.className = "picture";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    this.pen = this.canvas.getContext("2d");
    this.keys = new Float64Array(count).fill(-1);
    this.width = this.height = this.scale = 0;
    this.font = "";
    Object.assign(this, { layout, paint, paintGround });
  }

  /** Append the picture to an element, and adapt it to the element's size. */
  appendTo(element) {
    element.append(this.canvas);
    new ResizeObserver(() => this.fit()).observe(this.canvas);
    if (!pictures.size) followTheme();
    pictures.add(this);
    this.fit();
  }

  /** Set the key of a tile, and paint it if the key has changed. */
  set(index, key) {
    if (this.keys[index] === key) return;
    this.keys[index] = key;
    if (this.width) this.paint(index, key);
  }

  /** Adapt to the size of the place; a hidden picture is not painted. */
  fit() {
    const width = this.canvas.clientWidth;
    const scale = window.devicePixelRatio;
    if (width === this.width && scale === this.scale) return;
    this.width = width;
    this.scale = scale;
    if (!width) return;
    this.height = this.layout(width);
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.font = "";
    this.repaint();
  }

  repaint() {
    if (!this.width) return;
    this.pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    this.pen.clearRect(0, 0, this.width, this.height);
    this.paintGround();
    this.keys.forEach((key, index) => key >= 0 && this.paint(index, key));
  }

  /** A length rounded down to whole device pixels. */
  snap(length) {
    return Math.floor(length * this.scale) / this.scale;
  }

  // Drawing

  fill(x, y, width, height, token) {
    this.pen.fillStyle = ink(token);
    this.pen.fillRect(x, y, width, height);
  }

  /** A frame inside a rectangle, dashed if asked. */
  frame(x, y, width, height, token, { thickness = 2, dash = [] } = {}) {
    const { pen } = this;
    pen.strokeStyle = ink(token);
    pen.lineWidth = thickness;
    pen.setLineDash(dash);
    pen.strokeRect(x + thickness / 2, y + thickness / 2, width - thickness, height - thickness);
    pen.setLineDash([]);
  }

  line(points, token, { thickness = 1, dash = [] } = {}) {
    const { pen } = this;
    pen.strokeStyle = ink(token);
    pen.lineWidth = thickness;
    pen.setLineDash(dash);
    pen.beginPath();
    points.forEach(([x, y], place) => (place ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
    pen.setLineDash([]);
  }

  shape(points, token) {
    const { pen } = this;
    pen.fillStyle = ink(token);
    pen.beginPath();
    points.forEach(([x, y], place) => (place ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.fill();
  }

  /** Text centred on a point, or starting there. */
  text(text, x, y, token, { size, weight = 500, align = "center" }) {
    const { pen } = this;
    const font = `${weight} ${size}px ${ink("--font")}`;
    // Compared with a stored value: the canvas rewrites `font`, and setting it costs more than drawing.
    if (this.font !== font) pen.font = this.font = font;
    pen.fillStyle = ink(token);
    pen.textAlign = /** @type {CanvasTextAlign} */ (align);
    pen.textBaseline = "alphabetic";
    // Digits and capitals are about 0.7 of the size: this centres them optically in every font.
    pen.fillText(text, x, y + size * 0.36);
  }
}
