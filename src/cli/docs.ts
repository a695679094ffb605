// ./platen docs: writes the pages that src/reference makes from the code, so that every fact stands once.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ifAbsent } from '#core/absent.ts';
import { tools } from '#conversion/tools/index.ts';
import { configurationPage } from '#reference/configuration-page.ts';
import { errorsPage } from '#reference/errors-page.ts';
import { openApiDocument } from '#reference/openapi.ts';
import { toolsPage } from '#reference/tools-page.ts';
import type { Command } from './command.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs');

const generated: Record<string, () => string> = {
  'errors.md': errorsPage,
  'tools.md': toolsPage,
  'configuration.md': configurationPage,
  'openapi.json': () => `${JSON.stringify(openApiDocument(tools, 'https://platen.example/v1'), null, 2)}\n`,
};

export const docs: Command = {
  name: 'docs',
  usage: '[--check]',
  summary: 'Write docs/errors.md, tools.md, configuration.md and openapi.json from the code.',
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
    const stale: string[] = [];
    for (const [name, make] of Object.entries(generated)) {
      const path = join(folder, name);
      const now = await readFile(path, 'utf8').catch(ifAbsent(''));
      if (now === make()) continue;
      stale.push(`docs/${name}`);
      if (values.check === true) continue;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, make());
    }
    if (values.check !== true || stale.length === 0) return 0;
    throw new Error(`not up to date: ${stale.join(', ')}; run ./platen docs`);
  },
};
