// Changes of a text at several places, made in one pass.

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text with all edits made; they are in order and do not overlap. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let [result, done] = ['', 0];
  for (const edit of edits) {
    result += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done);
}
