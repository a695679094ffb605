// All results as one archive, packed by the browser as they come.
import { downloadZip } from 'client-zip';
import type { Result } from './backend.ts';
import { fetchResult } from './fetch-result.ts';

/** Names that occur twice get a number. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${extension}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** @throws when a result cannot be fetched */
export async function zipOf(
  results: readonly Pick<Result, 'id' | 'name'>[],
  urlOf: (id: string) => string,
): Promise<Blob> {
  const names = distinctNames(results.map(({ name }) => name));
  async function* files() {
    for (const [n, { id, name }] of results.entries()) {
      yield { input: await fetchResult(urlOf(id), name), name: names[n] ?? name };
    }
  }
  return downloadZip(files()).blob();
}

/** Hands a file to the browser's downloads. */
export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The download has its own hold on it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
