// All results as one archive, packed by the browser as they come.
import { downloadZip } from 'client-zip';
import type { Result } from './backend.ts';

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

const mostWaits = 20;

/** Sent by the service itself: a page may not ask the bucket. Waits where there are too many requests. */
async function fetched(url: string, name: string): Promise<Response> {
  for (let waits = 0; waits < mostWaits; waits++) {
    const response = await fetch(`${url}?via=service`);
    if (response.ok) return response;
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    if (seconds === 0) break;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error(`${name} cannot be fetched`);
}

/** @throws when a result cannot be fetched */
export async function zipOf(
  results: readonly Pick<Result, 'id' | 'name'>[],
  urlOf: (id: string) => string,
): Promise<Blob> {
  const names = distinctNames(results.map(({ name }) => name));
  async function* files() {
    for (const [n, { id, name }] of results.entries()) {
      yield { input: await fetched(urlOf(id), name), name: names[n] ?? name };
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
