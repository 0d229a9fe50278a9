// The page's words, in the reader's language, with their places filled in.

const words = JSON.parse(document.getElementById("board-words").textContent);
const plurals = new Intl.PluralRules(document.documentElement.lang);

/** The sentence of a name, `%(digit)d` and the like replaced; where two stand, `count` decides between them. */
export function word(name, values = {}) {
  const found = words[name];
  const sentence = typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return sentence.replace(/%\((\w+)\)[ds]/g, (_, place) => values[place]);
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
