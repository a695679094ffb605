// Elements of OpenDocument as text.

/** The elements of a name, whole; in one pass, whatever the text is. */
export function* elements(text: string, name: string): Generator<string> {
  const close = `</${name}>`;
  for (let at = text.indexOf(`<${name} `); at >= 0; at = text.indexOf(`<${name} `, at + 1)) {
    const tagEnd = text.indexOf('>', at);
    if (tagEnd < 0) return;
    const end = text[tagEnd - 1] === '/' ? tagEnd + 1 : text.indexOf(close, tagEnd) + close.length;
    if (end < tagEnd) return;
    yield text.slice(at, end);
    at = end - 1;
  }
}
