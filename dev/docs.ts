// ./platen docs: writes what src/reference makes from the code, so that every fact stands once.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { ifAbsent } from '#core/absent.ts';
import { packageList } from '#conversion/engines/requirements.ts';
import { tools } from '#conversion/tools/index.ts';
import { configurationPage } from './pages/configuration-page.ts';
import { errorsPage } from './pages/errors-page.ts';
import { lintRules } from './pages/layer-rules.ts';
import { layersPicture } from './pages/layers-picture.ts';
import { openApiDocument } from '#reference/openapi.ts';
import { toolPages, toolsPage } from './pages/tools-page.ts';
import { ending, type Define } from '#cli/command.ts';
import { manPage } from './pages/man-page.ts';

const root = join(import.meta.dirname, '..');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Files by their path, each made of what it holds now. */
const generated: Record<string, (now: string, program: Command) => string> = {
  'docs/errors.md': errorsPage,
  'docs/tools.md': toolsPage,
  ...toolPages,
  'docs/configuration.md': configurationPage,
  'docs/openapi.json': () => json(openApiDocument(tools, 'https://platen.example/v1')),
  'docs/architecture.md': (now) => between(now, 'layers', layersPicture()),
  'docs/deployment.md': (now) =>
    between(
      between(now, 'nginx', fileAsCode('deploy/nginx-site.conf', 'nginx')),
      'caddy',
      fileAsCode('deploy/Caddyfile', 'caddyfile'),
    ),
  'docs/platen.1': (_, program) => manPage(program),
  '.oxlint/layers.json': () => json(lintRules()),
  'setup/packages.txt': packageList,
};

/** A file of the repository, as a page shows it. */
const fileAsCode = (name: string, language: string): string =>
  `\`\`\`${language}\n${readFileSync(join(root, name), 'utf8').trim()}\n\`\`\``;

/** The text with the part between the marks of `name` replaced. */
function between(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name}: made by ./platen docs -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`the marks of ${name} are missing`);
  return `${text.slice(0, from)}${open}\n\n${part}\n\n${text.slice(to)}`;
}

export const docs: Define = (command) => {
  command
    .option('--check', 'write nothing, and fail where one is not up to date')
    .action(ending((options: { check?: boolean }) => write(command.parent ?? command, options)));
};

async function write(program: Command, { check = false }: { check?: boolean }): Promise<void> {
  const stale: string[] = [];
  for (const [name, make] of Object.entries(generated)) {
    const path = join(root, name);
    const now = await readFile(path, 'utf8').catch(ifAbsent(''));
    const wanted = make(now, program);
    if (now === wanted) continue;
    stale.push(name);
    if (!check) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, wanted);
    }
  }
  if (check && stale.length > 0) throw new Error(`not up to date: ${stale.join(', ')}; run ./platen docs`);
}
