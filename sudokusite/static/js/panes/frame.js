// The parts around the picture of a pane: its name, a caption of lines, and a legend of signs.

/** Empty a pane and name it. */
export function openPane(element, { className, title }) {
  element.classList.add(className);
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", title);
  element.replaceChildren();
}

/** The caption of a pane: its state in few words, for screen readers as well. */
export function addCaption(element) {
  const caption = document.createElement("p");
  caption.className = "pane-caption";
  element.append(caption);
  return caption;
}

/** The legend of a picture, `[[sign, text], ...]`. */
export function addLegend(element, signs) {
  const list = document.createElement("ul");
  list.className = "pane-legend";
  for (const [sign, text] of signs) {
    const item = document.createElement("li");
    item.className = `sign-${sign}`;
    item.textContent = text;
    list.append(item);
  }
  element.append(list);
}

/** An element with one text; `set(text)` changes the page only if the text differs. */
export class Line {
  constructor(tag, className, parent) {
    this.element = document.createElement(tag);
    this.element.className = className;
    this.node = this.element.appendChild(document.createTextNode(""));
    parent.append(this.element);
  }

  set(text) {
    if (this.node.data !== text) this.node.data = text;
  }
}
