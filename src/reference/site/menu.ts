// The pages of /docs and their order: Markdown files of this repository, by their paths in it.

interface Section {
  title: string;
  /** Pages by their files; `/…` is an address of its own. */
  pages: readonly (readonly [title: string, file: string])[];
}

export const menu: readonly Section[] = [
  {
    title: 'Using the API',
    pages: [
      ['Quick start', 'README.md'],
      ['Tools', 'docs/tools.md'],
      ['Authentication', 'docs/api/authentication.md'],
      ['Errors', 'docs/errors.md'],
      ['Limits and quota', 'docs/api/limits.md'],
      ['Retries and idempotency', 'docs/api/retries.md'],
      ['Downloads, keeping, sharing', 'docs/api/downloads.md'],
      ['Versions', 'docs/api/versioning.md'],
      ['Interactive reference', '/docs/api-reference'],
    ],
  },
  {
    title: 'Running Platen',
    pages: [
      ['Running Platen', 'docs/deployment.md'],
      ['Configuration', 'docs/configuration.md'],
      ['Accounts and mail', 'docs/accounts.md'],
      ['Many machines', 'docs/scaling.md'],
      ['Security', 'docs/security.md'],
      ['Architecture', 'docs/architecture.md'],
      ['Changes', 'CHANGELOG.md'],
    ],
  },
];

/** The address of a page: `README.md` is `/docs`, `docs/api/limits.md` is `/docs/api/limits`, `CHANGELOG.md` is `/docs/changelog`. */
export function addressOf(file: string): string {
  if (file.startsWith('/')) return file;
  if (file === 'README.md') return '/docs';
  const name = file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase();
  return `/docs/${name.replace(/\.md$/, '')}`;
}
