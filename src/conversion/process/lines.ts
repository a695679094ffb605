// Splits the output of a process into lines.

/** The maximum length of a line; no Platen process writes longer ones. */
const maxLineLength = 1 << 20;

/** Splits chunks of output into whole lines. @throws if a line is too long */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new Error('a line that is too long');
    for (const line of lines) onLine(line);
  };
}
