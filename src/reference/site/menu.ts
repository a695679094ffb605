// The menu of /docs: its sections, their pages by file, and the paths of the pages.
import { errorCodes } from '#core/errors.ts';
import { languages, type Language } from '#messages/languages.ts';
import type { WordKey, Words } from '../words.ts';

export interface MenuPage {
  title: string;
  /** A file of this repository, or a path that begins with `/`. */
  file: string;
}

export interface Section {
  title: string;
  pages: readonly MenuPage[];
}

/** Pages that are made from the code, in every language. */
const made: readonly (readonly [title: WordKey, file: string])[] = [
  ['quick_start', 'docs/quick-start.md'],
  ['tools', 'docs/tools.md'],
  ['errors', 'docs/errors.md'],
];

const guides: readonly MenuPage[] = [
  { title: 'Authentication', file: 'docs/api/authentication.md' },
  { title: 'Answer now or later', file: 'docs/api/asynchronous.md' },
  { title: 'Webhooks', file: 'docs/api/webhooks.md' },
  { title: 'Events', file: 'docs/api/events.md' },
  { title: 'Limits and quota', file: 'docs/api/limits.md' },
  { title: 'Retries and idempotency', file: 'docs/api/retries.md' },
  { title: 'Downloads, keeping, sharing', file: 'docs/api/downloads.md' },
  { title: 'An invoice from a Word template', file: 'docs/guides/invoice.md' },
  { title: 'A folder that is watched', file: 'docs/guides/watched-folder.md' },
  { title: 'An upload form', file: 'docs/guides/upload-form.md' },
  { title: 'Webhooks on your machine', file: 'docs/guides/local-webhooks.md' },
  { title: 'Moving from Gotenberg', file: 'docs/guides/from-gotenberg.md' },
  { title: 'Moving from CloudConvert', file: 'docs/guides/from-cloudconvert.md' },
  { title: 'Client for TypeScript', file: 'docs/clients/typescript.md' },
  { title: 'Client for Python', file: 'docs/clients/python.md' },
  { title: 'Client for PHP', file: 'docs/clients/php.md' },
  { title: 'Node for n8n', file: 'docs/clients/n8n.md' },
  { title: 'Assistants (MCP)', file: 'docs/api/mcp.md' },
  { title: 'Versions', file: 'docs/api/versioning.md' },
];

const running: readonly MenuPage[] = [
  { title: 'Running Platen', file: 'docs/deployment.md' },
  { title: 'Runbook', file: 'docs/runbook.md' },
  { title: 'Configuration', file: 'docs/configuration.md' },
  { title: 'Accounts and mail', file: 'docs/accounts.md' },
  { title: 'Many machines', file: 'docs/scaling.md' },
  { title: 'Security', file: 'docs/security.md' },
  { title: 'Architecture', file: 'docs/architecture.md' },
  { title: 'Changes', file: 'CHANGELOG.md' },
];

/** The sections in the words of a language. */
export function menuIn({ say }: Words): readonly Section[] {
  const own = made.map(([title, file]) => ({ title: say(title), file }));
  const reference = { title: say('reference'), file: '/docs/api-reference' };
  return [
    // The guides are between the tools and the errors.
    { title: say('using'), pages: [...own.slice(0, 2), ...guides, ...own.slice(2), reference] },
    { title: say('running'), pages: running },
  ];
}

/** Whether the page is for API users, so that its samples have the URL of the service. */
export const isForCallers = (file: string): boolean =>
  !running.some((page) => page.file === file) && !file.startsWith('docs/decisions/');

const isTranslated = (file: string): boolean =>
  made.some(([, own]) => own === file) || /^docs\/(tools|errors)\//.test(file);

/** The languages of a page. */
export const languagesOf = (file: string): readonly Language[] => (isTranslated(file) ? languages : ['en']);

/** `docs/api/limits.md` is `/docs/api/limits`, `CHANGELOG.md` is `/docs/changelog`, and `docs/tools.md` in German `/docs/de/tools`. */
export function addressOf(file: string, language: Language = 'en'): string {
  if (file.startsWith('/')) return file;
  const base = language !== 'en' && isTranslated(file) ? `/docs/${language}` : '/docs';
  if (file === 'docs/quick-start.md') return base;
  const name = file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase();
  return `${base}/${name.replace(/\.md$/, '')}`;
}

const codes: ReadonlySet<string> = new Set(errorCodes);

/** The file of a part that has a page of its own: `docs/errors.md#CODE` is `docs/errors/CODE.md`. */
export const fileOfPart = (file: string, anchor: string): string | undefined =>
  file === 'docs/errors.md' && codes.has(anchor) ? `docs/errors/${anchor}.md` : undefined;
