// A student's text as lines with numbers, each to be lit: what the server does for the worksheets' texts.

const WORDS = new Set(
  ("and as assert break class continue def del elif else except False finally for from global if import in is lambda None " +
    "nonlocal not or pass raise return True try while with yield").split(" "),
);
const PIECE = /(#.*$)|("""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|\b(\d[\d_.]*)\b|\b([^\W\d]\w*)\b/gu;

/** Write a text into the pane of the source. */
export function writeSource(element, text) {
  const code = document.createElement("pre");
  code.className = "code";
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .forEach((line, index) => code.append(lineOf(line, index + 1)));
  element.replaceChildren(code);
}

function lineOf(text, number) {
  const line = document.createElement("span");
  line.className = "code-line";
  line.dataset.line = number;
  const code = document.createElement("code");
  let done = 0;
  let isNamed = false;
  for (const found of text.matchAll(PIECE)) {
    const kind = kindOf(found, isNamed);
    isNamed = found[4] === "def" || found[4] === "class";
    if (!kind) continue;
    code.append(text.slice(done, found.index), span(kind, found[0]));
    done = found.index + found[0].length;
  }
  code.append(text.slice(done));
  line.append(code, "\n");
  return line;
}

function kindOf([, comment, string, number, name], isNamed) {
  if (comment) return "comment";
  if (string) return "string";
  if (number) return "number";
  return isNamed ? "name" : WORDS.has(name) ? "keyword" : "";
}

function span(kind, text) {
  const piece = document.createElement("span");
  piece.className = `code-${kind}`;
  piece.textContent = text;
  return piece;
}
