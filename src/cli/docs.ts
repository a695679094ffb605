// ./platen docs: writes what src/reference makes from the code, so that every fact stands once.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ifAbsent } from '#core/absent.ts';
import { packageList } from '#conversion/engines/requirements.ts';
import { tools } from '#conversion/tools/index.ts';
import { configurationPage } from '#reference/configuration-page.ts';
import { errorsPage } from '#reference/errors-page.ts';
import { lintRules } from '#reference/layer-rules.ts';
import { layersPicture } from '#reference/layers-picture.ts';
import { openApiDocument } from '#reference/openapi.ts';
import { toolsPage } from '#reference/tools-page.ts';
import type { Command } from './command.ts';

const root = join(import.meta.dirname, '..', '..');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Files by their path, each made of what it holds now. */
const generated: Record<string, (now: string) => string> = {
  'docs/errors.md': errorsPage,
  'docs/tools.md': toolsPage,
  'docs/configuration.md': configurationPage,
  'docs/openapi.json': () => json(openApiDocument(tools, 'https://platen.example/v1')),
  'docs/architecture.md': (now) => between(now, 'layers', layersPicture()),
  '.oxlint/layers.json': () => json(lintRules()),
  'setup/packages.txt': packageList,
};

/** The text with the part between the marks of `name` replaced. */
function between(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name}: made by ./platen docs -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`the marks of ${name} are missing`);
  return `${text.slice(0, from)}${open}\n\n${part}\n\n${text.slice(to)}`;
}

export const docs: Command = {
  name: 'docs',
  usage: '[--check]',
  summary: 'Write the pages, rules and lists that are made from the code.',
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
    const stale: string[] = [];
    for (const [name, make] of Object.entries(generated)) {
      const path = join(root, name);
      const now = await readFile(path, 'utf8').catch(ifAbsent(''));
      const wanted = make(now);
      if (now === wanted) continue;
      stale.push(name);
      if (values.check !== true) await writeFile(path, wanted);
    }
    if (values.check !== true || stale.length === 0) return 0;
    throw new Error(`not up to date: ${stale.join(', ')}; run ./platen docs`);
  },
};
