// A student's source as coloured lines with numbers, as the server writes the worksheets' source.

const WORDS = new Set(
  ("and as assert break class continue def del elif else except False finally for from global if import in is lambda None " +
    "nonlocal not or pass raise return True try while with yield").split(" "),
);
// deno-fmt-ignore
const PIECE = /(#.*$)|("""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|\b(\d[\d_.]*)\b|\b([^\W\d]\w*)\b/gu;

/** Write a program into the source pane. */
export function writeSource(element, text) {
  const code = document.createElement("pre");
  code.className = "code";
  let quotes = "";
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .forEach((line, index) => {
      const { nodes, open } = lineOf(line, quotes);
      quotes = open;
      code.append(numbered(nodes, index + 1));
    });
  element.replaceChildren(code);
}

function numbered(nodes, number) {
  const line = document.createElement("span");
  line.className = "code-line";
  line.dataset.line = number;
  const code = document.createElement("code");
  code.append(...nodes);
  line.append(code, "\n");
  return line;
}

/** A line as coloured nodes; `quotes` are those of a string that is open before it, `open` of one that is open after it. */
export function lineOf(text, quotes = "") {
  const end = quotes ? text.indexOf(quotes) : -3;
  if (quotes && end < 0) return { nodes: [span("string", text)], open: quotes };
  let done = end + 3;
  const nodes = done ? [span("string", text.slice(0, done))] : [];
  let open = "";
  let isNamed = false;
  PIECE.lastIndex = done;
  for (const found of text.matchAll(PIECE)) {
    const kind = kindOf(found, isNamed);
    isNamed = found[4] === "def" || found[4] === "class";
    if (!kind) continue;
    nodes.push(text.slice(done, found.index), span(kind, found[0]));
    done = found.index + found[0].length;
    open = openBehind(found[2]);
  }
  nodes.push(text.slice(done));
  return { nodes, open };
}

/** The quotes of a string that its line does not close. */
function openBehind(text = "") {
  const quotes = text.slice(0, 3);
  if (quotes !== '"""' && quotes !== "'''") return "";
  return text.length >= 6 && text.endsWith(quotes) ? "" : quotes;
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
