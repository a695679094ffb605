// The clients of this repository where a sample looks for them, as a package manager would have put them there.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const clients = join(import.meta.dirname, '..', '..', 'clients');

/** Returns further variables for the environment of the samples. */
export async function installClients(folder: string): Promise<Record<string, string>> {
  const typescript = join(folder, 'node_modules/@platen/client');
  await mkdir(typescript, { recursive: true });
  await writeFile(
    join(typescript, 'package.json'),
    '{ "name": "@platen/client", "type": "module", "exports": "./index.js" }',
  );
  const source = JSON.stringify(join(clients, 'typescript/src/index.ts'));
  await writeFile(join(typescript, 'index.js'), `export * from ${source};\n`);
  await mkdir(join(folder, 'vendor'), { recursive: true });
  await writeFile(
    join(folder, 'vendor/autoload.php'),
    `<?php require ${JSON.stringify(join(clients, 'php/autoload.php'))};\n`,
  );
  return { PYTHONPATH: join(clients, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' };
}
