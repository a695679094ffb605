// npm run build: the form of every tool, generated from the tools; the TypeScript as CommonJS in dist, with the icons and what n8n
// reads beside the code. It needs the Node of the repository, which runs the generator.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { tools } from '../../src/conversion/tools/index.ts';
import { n8nTools } from '../../src/reference/clients/n8n.ts';

const here = import.meta.dirname;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
writeFileSync(join(here, 'nodes/Platen/tools.generated.ts'), n8nTools(tools));
rmSync(join(here, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '--project', join(here, 'tsconfig.json')], { stdio: 'inherit' });
for (const file of ['nodes/Platen/platen.svg', 'nodes/Platen/Platen.node.json', 'credentials/platen.svg'])
  cpSync(join(here, file), join(here, 'dist', dirname(file), file.split('/').at(-1) ?? ''));
