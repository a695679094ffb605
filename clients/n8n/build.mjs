// npm run build: the TypeScript as CommonJS in dist, with the icons and what n8n reads beside the code.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
rmSync(join(here, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '--project', join(here, 'tsconfig.json')], { stdio: 'inherit' });
for (const file of ['nodes/Platen/platen.svg', 'nodes/Platen/Platen.node.json', 'credentials/platen.svg'])
  cpSync(join(here, file), join(here, 'dist', dirname(file), file.split('/').at(-1) ?? ''));
