// node clients/build/main.ts FOLDER: writes the packages of the clients, and their checksums.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packages } from './packages.ts';

const [folder = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(await packages())) await writeFile(join(folder, name), content);
