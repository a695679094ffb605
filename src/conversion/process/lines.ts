// Splits the output of a process into lines.

/** Longer ones are not what any process of ours says. */
const maxLineLength = 1 << 20;

/** Takes pieces of output and passes on their whole lines. @throws when a line is too long */
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
