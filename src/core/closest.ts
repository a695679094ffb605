// Finds the known word that a misspelt one probably means.

/** Returns the number of edits up to which a word counts as a misspelling; short words allow fewer. */
const maxEdits = (word: string) => Math.min(3, Math.floor(word.length / 3));

/** Returns the candidate with the fewest edits; undefined if no candidate is close. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    // Each edit changes the length by at most one, so words of too different lengths are not compared letter by letter.
    if (Math.abs(word.length - candidate.length) > maxEdits(word)) continue;
    const edits = editsBetween(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= maxEdits(word) && (best === undefined || edits < best.edits)) best = { candidate, edits };
  }
  return best?.candidate;
}

/** Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editsBetween(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const at = (line: readonly number[], n: number) => line[n] ?? Infinity;
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, isSwap ? at(before, j - 2) + 1 : Infinity));
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? Infinity;
}
