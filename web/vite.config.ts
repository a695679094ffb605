// Builds the dashboard's pages into static files, each also compressed beforehand.
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from '../site/compress.ts';

/** Works on the folder of assets when it has been written. */
function afterBuild(name: string, work: (assets: string) => Promise<void>): Plugin {
  let assets = '';
  return {
    name,
    apply: 'build',
    configResolved({ build }) {
      assets = join(build.outDir, build.assetsDir);
    },
    closeBundle: () => work(assets),
  };
}

/** Compressed copies of files that shrink. */
const compressed = () =>
  afterBuild('compressed', (assets) =>
    compressFiles(assets, 11, (name, { length }) => length >= 1024 && /\.(m?js|css|svg)$/.test(name)),
  );

/** Files that pdfjs-dist fetches for some documents, in a folder beside its workers, named after its version. */
const partsOfPdfjs = () =>
  afterBuild('parts-of-pdfjs', async (assets) => {
    const installed = join(import.meta.dirname, '..', 'node_modules', 'pdfjs-dist');
    const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
    for (const name of ['cmaps', 'iccs', 'standard_fonts', 'wasm'])
      await cp(join(installed, name), join(assets, `pdfjs-${version}`, name), { recursive: true });
  });

/** Of the manifest of the service, pages need the version alone. */
const onlyVersion = (): Plugin => ({
  name: 'only-version',
  enforce: 'pre',
  transform: (code, id) =>
    id === join(import.meta.dirname, '..', 'package.json')
      ? JSON.stringify({ version: (JSON.parse(code) as { version: string }).version })
      : undefined,
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [onlyVersion(), react(), compressed(), partsOfPdfjs()],
  // Nothing inline: the Content-Security-Policy forbids it.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
});
