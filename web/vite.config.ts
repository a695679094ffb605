// Builds the dashboard's pages into static files, each also compressed beforehand.
import { readdir, readFile, writeFile } from 'node:fs/promises';
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
        if (bytes.length < smallest || !/\.(js|css|svg)$/.test(name)) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, quality));
        await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), compressed()],
  // Nothing inline: the Content-Security-Policy forbids it.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
});
