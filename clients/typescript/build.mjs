// Writes dist: modules for `import`, and for `require`.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc');
const compile = (...options) =>
  execFileSync(process.execPath, [compiler, '--project', here, ...options], { cwd: here, stdio: 'inherit' });

rmSync(join(here, 'dist'), { recursive: true, force: true });
compile();
compile(
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--verbatimModuleSyntax',
  'false',
  '--outDir',
  'dist/cjs',
);
writeFileSync(join(here, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
