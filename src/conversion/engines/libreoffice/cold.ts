// LibreOffice started for a single document, including its start-up time, if no warm process is available.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GiB } from '#core/bytes.ts';
import { Failure } from '#core/failure.ts';
import { defineEngine } from '../engine.ts';
import type { PreparedConversion } from './conversion.ts';

export const libreoffice = defineEngine({
  id: 'libreoffice',
  program: 'soffice',
  versions: { args: ['--version'], of: { LibreOffice: { pattern: /LibreOffice (\S+)/, atLeast: '25.2' } } },
  packages: {
    newer: [
      'libreoffice-writer-nogui',
      'libreoffice-calc-nogui',
      'libreoffice-impress-nogui',
      'libreoffice-draw-nogui',
      'libreoffice-math-nogui',
      'libreoffice-uiconfig-writer',
      'libreofficekit-dev',
    ],
    // For the fork server, which is slower without the allocator.
    stable: ['gcc', 'libc6-dev', 'libseccomp-dev', 'libjemalloc2'],
  },
  // soffice exits with 0 even if it could not load a document: only the missing output shows the failure.
  calls: 'processes',
  failures: [[/source file could not be loaded/, 'source_unreadable']],
  limits: { maxMemoryBytes: 3 * GiB, maxDataBytes: 6 * GiB, maxProcesses: 200, maxOpenFiles: 2048 },
  timeoutMs: 60_000,
  operations: (run) => ({
    async convert(conversion: PreparedConversion & { timeoutMs: number; profile: string }) {
      const { input, output, to, family, importAs, exportOptions, signal, timeoutMs, profile } = conversion;
      const folder = `${output}.made`;
      await mkdir(folder, { recursive: true });
      await run(
        [
          '-env:UserInstallation=file:///home/user',
          '--headless',
          '--norestore',
          '--nolockcheck',
          '--nodefault',
          ...(importAs === undefined ? [] : [`--infilter=${importAs.filter}:${importAs.options}`]),
          '--convert-to',
          to === 'pdf' ? `pdf:${family}_pdf_Export:${exportOptions}` : to,
          '--outdir',
          { writeFolder: folder },
          { read: input },
        ],
        { signal, timeoutMs, home: profile },
      );
      const made = (await readdir(folder)).find((name) => name.endsWith(`.${to}`));
      if (made === undefined) throw new Failure('source_unreadable');
      await rename(join(folder, made), output);
      await rm(folder, { recursive: true });
    },
  }),
});
