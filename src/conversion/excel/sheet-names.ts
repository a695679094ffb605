// Names that spreadsheet programs take for sheets: up to 31 letters, without some signs, each once.

const maxLength = 31;

/** Returns the nearest free name. */
export function sheetNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const plain = namePart(wanted) || 'Sheet';
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? '' : ` (${n})`;
      const name = cut(plain, maxLength - suffix.length) + suffix;
      // History is a name of Excel's own.
      if (taken.has(name.toLowerCase()) || name.toLowerCase() === 'history') continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}

/** Neither names of sheets nor those of files have these. */
const namePart = (text: string): string =>
  text
    .replace(/[\p{C}[\]:*?/\\"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ '.]+|[ '.]+$/g, '');

function cut(text: string, length: number): string {
  let result = '';
  for (const letter of text) {
    if (result.length + letter.length > length) break;
    result += letter;
  }
  return result.replace(/[ '.]+$/, '');
}
