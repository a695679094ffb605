// Builds the dashboard's pages into static files, each also compressed beforehand.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const smallest = 1024;

/** Puts `file.br` and `file.gz` beside every file that gains from it. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      for (const name of await readdir(folder)) {
        const bytes = await readFile(join(folder, name));
        if (bytes.length < smallest || !/\.(m?js|css|svg)$/.test(name)) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, quality));
        await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** What pdfjs-dist fetches for some documents, in a folder beside its workers that is named after its version. */
function partsOfPdfjs(): Plugin {
  const installed = join(import.meta.dirname, '..', 'node_modules', 'pdfjs-dist');
  let assets = '';
  return {
    name: 'parts-of-pdfjs',
    apply: 'build',
    configResolved(config) {
      assets = join(config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
      const folder = join(assets, `pdfjs-${version}`);
      for (const name of ['cmaps', 'iccs', 'standard_fonts', 'wasm'])
        await cp(join(installed, name), join(folder, name), { recursive: true });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), compressed(), partsOfPdfjs()],
  // Nothing inline: the Content-Security-Policy forbids it.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
});
