// Every page of /docs by path: generated ones, and the Markdown files of this repository.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCodes } from '#core/errors.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Language } from '#messages/languages.ts';
import { errorPage } from '../pages/error.ts';
import { errorsPage } from '../pages/errors.ts';
import { quickStartPage } from '../pages/quick-start.ts';
import { toolPage } from '../pages/tool.ts';
import { toolsPage } from '../pages/tools.ts';
import { wordsIn, type Words } from '../words.ts';
import { addressOf, languagesOf } from './menu.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface Page {
  address: string;
  /** In this repository, or where it would be. */
  file: string;
  language: Language;
  /** The text in Markdown. */
  text: () => string;
}

export type Pages = ReadonlyMap<string, Page>;

export function allPages(tools: readonly Tool[]): Pages {
  const made = madePages(tools);
  const files = [...globSync('docs/**/*.md', { cwd: root }).sort(), 'CHANGELOG.md'].filter((file) => !made.has(file));
  const pages = [...made.keys(), ...files].flatMap((file) =>
    languagesOf(file).map((language): Page => {
      const make = made.get(file);
      const text = () => (make === undefined ? readFileSync(join(root, file), 'utf8') : make(wordsIn(language)));
      return { address: addressOf(file, language), file, language, text };
    }),
  );
  return new Map(pages.map((page) => [page.address, page]));
}

/** By their files, in their order. */
const madePages = (tools: readonly Tool[]): ReadonlyMap<string, (words: Words) => string> =>
  new Map([
    ['docs/quick-start.md', quickStartPage],
    ['docs/tools.md', (words) => toolsPage(tools, words)],
    ...tools.map((tool) => [`docs/tools/${tool.id}.md`, (words: Words) => toolPage(tool, words)] as const),
    ['docs/errors.md', errorsPage],
    ...errorCodes.map((code) => [`docs/errors/${code}.md`, (words: Words) => errorPage(code, tools, words)] as const),
  ]);

/** Files that are served as they are. */
const special: Readonly<Record<string, string>> = { 'docs/openapi.json': '/openapi.json' };

/** The path of a file's page in a language, or in English if not translated; undefined if it has no page. */
export function addressIn(pages: Pages, file: string, language: Language): string | undefined {
  const address = addressOf(file, language);
  return pages.has(address) ? address : special[file];
}

/** The page that a path means by the name of its file, with or without folder and ending: `/docs/quick-start`, `/docs/webhooks.md`. */
export function addressByFile(pages: Pages, path: string): string | undefined {
  const [, language = 'en', wanted = ''] = /^\/docs\/(?:(de|fr)\/)?(.+?)(?:\.md)?$/i.exec(path) ?? [];
  const name = wanted.toLowerCase();
  const own = [...pages.values()].filter((page) => page.language === language);
  const fileOf = (page: Page) => page.file.toLowerCase().replace(/\.md$/, '');
  const found =
    own.find((page) => fileOf(page) === `docs/${name}` || fileOf(page) === name) ??
    own.find((page) => basename(fileOf(page)) === name);
  return found?.address;
}

/** The previous and next page of the same kind, among tools or error codes. */
export const siblingsOf = (pages: Pages, { file, language }: Page): Page[] => {
  const folder = /^docs\/(tools|errors)\//.exec(file)?.[0];
  return folder === undefined
    ? []
    : [...pages.values()].filter((page) => page.language === language && page.file.startsWith(folder));
};
