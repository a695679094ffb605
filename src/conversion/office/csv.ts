// The separator of a CSV file.

const candidates = [',', ';', '\t', '|'] as const;

export interface CsvSeparator {
  separator: string;
  /** The first line is `sep=;`, as Excel writes and reads it, and no row. */
  isDeclared: boolean;
}

/** The separator that the first line declares, or else the one that splits the first lines. */
export function csvSeparator(text: string): CsvSeparator {
  const declared = /^\uFEFF?"?sep=([^\r\n])"?(?:\r\n|\n|\r)/i.exec(text)?.[1];
  return { separator: declared ?? likelySeparator(text), isDeclared: declared !== undefined };
}

/** The candidate that splits the first lines most evenly: the most fields among those whose counts agree best. */
function likelySeparator(text: string): string {
  const lines = firstLines(text, 50);
  let best: { separator: string; score: number } = { separator: ',', score: 0 };
  for (const separator of candidates) {
    const counts = lines.map((line) => countOutsideQuotes(line, separator));
    const typical = mostCommon(counts.filter((n) => n > 0));
    if (typical === 0) continue;
    const agreeing = counts.filter((n) => n === typical).length / lines.length;
    const score = agreeing * 10 + Math.min(typical, 9) / 10;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

const firstLines = (text: string, max: number) =>
  text
    .slice(0, 200_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, max);

const countOutsideQuotes = (line: string, separator: string) =>
  line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1;

function mostCommon(values: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const value of values) seen.set(value, (seen.get(value) ?? 0) + 1);
  return [...seen].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}
