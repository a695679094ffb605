// Check boxes of Word's older form fields become letters, as those of content controls are: LibreOffice draws them as lines, which no reader
// of the PDF reads as a value.

/** The beginning of a field with its properties (ECMA-376 part 1, 17.16.17). */
const beginning =
  /<w:fldChar [^<>]*w:fldCharType="begin"[^<>]*>\s*<w:ffData>((?:(?!<\/w:ffData>)[^]){0,12000})<\/w:ffData>\s*<\/w:fldChar>/g;
/** 17.16.7. */
const checkBox = /<w:checkBox>([^]*?)<\/w:checkBox>/;
const end = /<w:fldChar [^<>]*w:fldCharType="end"[^<>]*?(?:\/>|><\/w:fldChar>)/g;
/** The rest of a field between its start and its end. */
const rest = /<w:instrText[^<>]*>[^<]*<\/w:instrText>|<w:fldChar [^<>]*?(?:\/>|><\/w:fldChar>)/g;

/** A part's text with `☐` and `☒` for its older check boxes. */
export function lettersForCheckBoxes(part: string): string {
  let [text, done] = ['', 0];
  // The next end is the same for every field that begins before it.
  let last: RegExpExecArray | null = null;
  for (const { index, 0: found, 1: properties = '' } of part.matchAll(beginning)) {
    const box = checkBox.exec(properties)?.[1];
    if (box === undefined) continue;
    const start = index + found.length;
    if (last === null || last.index < start) {
      end.lastIndex = start;
      last = end.exec(part);
    }
    if (last === null) break;
    const between = part.slice(start, last.index + last[0].length);
    // Another field within it: then it is not the one whose end was found.
    if (between.includes('w:fldCharType="begin"')) continue;
    text += `${part.slice(done, index)}<w:t>${isChecked(box) ? '☒' : '☐'}</w:t>${between.replaceAll(rest, '')}`;
    done = last.index + last[0].length;
  }
  return text + part.slice(done);
}

/** The value that somebody has chosen, or the one that it begins with; an element without a value says yes (17.17.4). */
function isChecked(box: string): boolean {
  const [state] = /<w:checked\b[^>]*>/.exec(box) ?? /<w:default\b[^>]*>/.exec(box) ?? [];
  return state !== undefined && !/w:val="(?:0|false|off)"/.test(state);
}
