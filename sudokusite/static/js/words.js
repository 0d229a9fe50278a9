// The page's words, in the reader's language, with their places filled in.

let words = null;
let plurals = null;

// Read by the first who asks: without a page there are none.
function read() {
  words = JSON.parse(document.getElementById("board-words").textContent);
  plurals = new Intl.PluralRules(document.documentElement.lang);
}

/** The sentence with its places filled: `%(name)s`, `%(count)d`. */
export function fill(sentence, values = {}) {
  return sentence.replace(/%\((\w+)\)[ds]/g, (_, place) => values[place]);
}

/** The sentence of a name, `%(digit)d` and the like replaced; where two stand, `count` decides between them. */
export function word(name, /** @type {any} */ values = {}) {
  if (!words) read();
  const found = words[name];
  const sentence = typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return fill(sentence, values);
}

/** `a`; `a and b`; `a, b and c`. */
export function joined(list) {
  if (list.length < 2) return list.join("");
  return word("and", { first: list.slice(0, -1).join(", "), last: list.at(-1) });
}

/** `row 3`, `column 5`, `box 2`, for a house 0-26. */
export function houseWord(house) {
  return word(["row", "column", "box"][Math.floor(house / 9)], { number: (house % 9) + 1 });
}
