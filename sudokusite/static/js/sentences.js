// Sentences with places in them, as the server writes them: `%(name)s`, `%(count)d`.

/** The sentence with its places filled. */
export function fill(sentence, values = {}) {
  return sentence.replace(/%\((\w+)\)[ds]/g, (_, place) => values[place]);
}
