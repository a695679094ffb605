// Answers the requests of a page from its files alone, and records requests for anything else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteFile, SiteList } from '#conversion/html/site.ts';

/** An address that nothing has: names that end so are never resolved (RFC 2606). */
export const origin = 'https://document.invalid';

export interface SiteAnswer {
  type: string;
  data: Buffer;
}

export class SiteAnswers {
  readonly #folder: string;
  readonly #files: Map<string, SiteFile>;
  /** The address of the page. */
  readonly page: string;
  /** Paths of its own site that are not there, and addresses of others, each once. */
  readonly missing = new Set<string>();
  readonly foreign = new Set<string>();

  constructor(folder: string) {
    const { page, files } = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as SiteList;
    this.#folder = folder;
    this.#files = new Map(Object.entries(files));
    this.page = origin + page.split('/').map(encodeURIComponent).join('/');
  }

  /** Null if the site has no such file. */
  answer(address: string): SiteAnswer | null {
    const path = ownPath(address);
    if (path === null) {
      this.note(address);
      return null;
    }
    const found = this.#files.get(path) ?? this.#files.get(path.normalize('NFD')) ?? this.#files.get(path.normalize());
    if (found !== undefined) return { type: found.type, data: readFileSync(join(this.#folder, found.file)) };
    // Browsers ask for it by themselves.
    if (path !== '/favicon.ico') this.missing.add(path.slice(1));
    return null;
  }

  /** Notes an address that the page requested and that is refused. */
  note(address: string): void {
    if (this.foreign.size < maxNoted) this.foreign.add(address);
  }
}

const maxNoted = 1000;

function ownPath(address: string): string | null {
  const url = URL.parse(address);
  if (url?.origin !== origin) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
