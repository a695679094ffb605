// Builds the assets of /docs into the named folder: colours of code, the search index, the scripts.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tools } from '#conversion/tools/index.ts';
import { languages } from '#messages/languages.ts';
import { nameOfCode } from '#reference/site/built.ts';
import { codeIn } from '#reference/site/markdown.ts';
import { allPages } from '#reference/site/pages.ts';
import { build } from 'vite';
import { colourer } from './colours.ts';
import { compressFiles } from './compress.ts';
import { searchIndex } from './search-index.ts';

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: site/build.ts FOLDER');
const folder = resolve(argument);

const pages = allPages(tools);

async function writeColours(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const blocks = new Map(
    [...pages.values()].flatMap(({ text }) => codeIn(text())).map((one) => [nameOfCode(one.code, one.language), one]),
  );
  const colour = await colourer([...blocks.values()].map(({ language }) => language));
  for (const [name, { code, language }] of blocks) await writeFile(join(to, name), colour(code, language));
}

/** `early.js` is not a module: it runs before the page is shown. */
async function writeScripts(to: string): Promise<void> {
  const client = join(import.meta.dirname, 'client');
  const common = { target: 'es2022', modulePreload: false, copyPublicDir: false } as const;
  for (const [entry, format] of [
    ['docs', 'es'],
    ['early', 'iife'],
  ] as const)
    await build({
      configFile: false,
      logLevel: 'warn',
      root: client,
      base: './',
      build: {
        ...common,
        outDir: to,
        emptyOutDir: false,
        rolldownOptions: {
          input: { [entry]: join(client, `${entry}.ts`) },
          output: { format, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    });
}

const assets = join(folder, 'assets');
await mkdir(assets, { recursive: true });
await writeColours(join(folder, 'code'));
await writeScripts(assets);
for (const language of languages)
  await writeFile(join(assets, `search-${language}.json`), searchIndex(pages, language));
await compressFiles(assets, 9);
