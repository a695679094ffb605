// Pango and Cairo: a line of text as a small PDF, shaped for its script, with embedded font subsets. https://pango.gnome.org
import { readFile, writeFile } from 'node:fs/promises';
import { defineEngine } from './engine.ts';

interface Options {
  signal?: AbortSignal | undefined;
}

export const pango = defineEngine({
  id: 'pango',
  program: 'pango-view',
  versions: { args: ['--version'], of: { Pango: { pattern: /\(pango\) (\S+)|(\d+\.\d+\.\d+)/, atLeast: '1.50' } } },
  packages: { stable: ['pango1.0-tools'] },
  failures: [],
  limits: { maxDataBytes: 1 << 30 },
  timeoutMs: 10_000,
  operations: (run) => ({
    /**
     * Writes one line of text in a colour such as `#8f8f8f` as a page of its size, as a PDF or (by the name of `output`) as an SVG of the
     * letters' paths; returns the number of characters that no font has.
     */
    async line(
      text: string,
      output: string,
      { font, sizePoints, color, signal }: Options & { font: string; sizePoints: number; color: string },
    ): Promise<number> {
      const source = `${output}.txt`;
      const layout = `${output}.layout.json`;
      await writeFile(source, text);
      const style = [
        `--font=${font} ${sizePoints}`,
        `--foreground=${color}`,
        '--dpi=72',
        '--margin=0',
        '--single-par',
        '--no-display',
        '--backend=cairo',
      ];
      const to = (file: string) => ({ text: ([path = '']: string[]) => `--output=${path}`, of: [{ write: file }] });
      const serialize = { text: ([path = '']: string[]) => `--serialize-to=${path}`, of: [{ write: layout }] };
      await run([...style, to(output), serialize, { read: source }], { signal });
      return Number(/"unknown-glyphs"\s*:\s*(\d+)/.exec(await readFile(layout, 'utf8'))?.[1] ?? 0);
    },
  }),
});
