// The content of a printed PDF, by other readers than ours.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const maxBuffer = 1 << 26;

export const textOf = async (path: string, ...options: string[]): Promise<string> =>
  (await execute('pdftotext', [...options, path, '-'], { maxBuffer })).stdout;

export interface Facts {
  title: string;
  author: string;
  pages: number;
  isTagged: boolean;
  /** Of each page, in points, rounded. */
  sizes: [number, number][];
}

export async function factsOf(path: string): Promise<Facts> {
  const { stdout } = await execute('pdfinfo', ['-f', '1', '-l', '9999', path], { maxBuffer });
  const value = (name: string) => new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
  return {
    title: value('Title'),
    author: value('Author'),
    pages: Number(value('Pages')),
    isTagged: value('Tagged') === 'yes',
    sizes: [...stdout.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+)/gm)].map(([, width, height]) => [
      Math.round(Number(width)),
      Math.round(Number(height)),
    ]),
  };
}

/** Names of fonts, and whether each of them is embedded. */
export async function fontsOf(path: string): Promise<{ name: string; isEmbedded: boolean }[]> {
  const { stdout } = await execute('pdffonts', [path]);
  return stdout
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => ({
      name: line.split(' ')[0] ?? '',
      isEmbedded: /\s(yes|no)\s+(yes|no)\s+(yes|no)\s/.exec(line)?.[1] === 'yes',
    }));
}

export interface Word {
  text: string;
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The words of a document and their positions, in points from the upper left corner. */
export async function wordsOf(path: string): Promise<Word[]> {
  const { stdout } = await execute('pdftotext', ['-bbox', path, '-'], { maxBuffer });
  let page = 0;
  const words: Word[] = [];
  for (const line of stdout.split('\n')) {
    if (line.includes('<page ')) page += 1;
    const [, left, top, right, bottom, text = ''] =
      /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)<\/word>/.exec(line) ?? [];
    if (left !== undefined)
      words.push({ text, page, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) });
  }
  return words;
}
