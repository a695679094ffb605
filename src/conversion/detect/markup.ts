// Tags of XML and HTML found without a parser, in one pass: hostile input must not make it slow.

const maxTagLength = 4096;

/** Each tag of a text, from its `<` on, cut at 4 KiB. */
export function* tagsOf(text: string): Generator<string> {
  let at = text.indexOf('<');
  while (at >= 0) {
    const next = text.indexOf('<', at + 1);
    yield text.slice(at, Math.min(next < 0 ? text.length : next, at + maxTagLength));
    at = next;
  }
}

/** The value of an attribute, whatever its namespace prefix; undefined when the tag lacks it. */
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined);

/** The text from its first element on: without byte order mark, declarations, comments and document type. */
export function fromFirstElement(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /[\s\uFEFF]/.test(text[at] ?? '')) at += 1;
    const [opening, closing] = text.startsWith('<!--', at)
      ? ['<!--', '-->']
      : text.startsWith('<?', at)
        ? ['<?', '?>']
        : text.startsWith('<!', at)
          ? ['<!', '>']
          : ['', ''];
    if (opening === '') return text.slice(at);
    const end = text.indexOf(closing, at + opening.length);
    if (end < 0) return '';
    at = end + closing.length;
  }
}
