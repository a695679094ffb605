// LibreOffice: office documents to PDF, one throw-away process and one private profile a document.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#core/failure.ts';
import { defineEngine } from '../engine.ts';

/** Which of LibreOffice's applications lays the document out. */
export type OfficeFamily = 'writer' | 'calc' | 'impress' | 'draw';

export interface OfficeOptions {
  family: OfficeFamily;
  /** LibreOffice's import filter and its options, where the bytes do not tell (plain text, CSV). */
  importFilter?: string | undefined;
  signal?: AbortSignal | undefined;
}

const GiB = 1 << 30;
const profile = join(import.meta.dirname, 'profile');

const exportOptions = {
  UseTaggedPDF: true,
  ExportBookmarks: true,
  ExportFormFields: true,
  ExportNotes: false,
  SelectPdfVersion: 17, // PDF 1.7
  Quality: 90, // of JPEG pictures
  ReduceImageResolution: true,
  MaxImageResolution: 300,
  EmbedStandardFonts: true,
};

export const libreoffice = defineEngine({
  id: 'libreoffice',
  program: 'soffice',
  version: { args: ['--version'], pattern: /LibreOffice (\S+)/, atLeast: '25.2' },
  // soffice ends with 0 when it could not load a document: the missing output is what tells.
  failures: [[/source file could not be loaded/, 'source_unreadable']],
  limits: { maxDataBytes: 4 * GiB, maxProcesses: 200, maxOpenFiles: 2048 },
  timeoutMs: 60_000,
  operations: (run) => ({
    async toPdf(input: string, output: string, { family, importFilter, signal }: OfficeOptions) {
      const folder = `${output}.made`;
      await mkdir(folder, { recursive: true });
      await run(
        [
          ...['-env:UserInstallation=file:///home/user', '--headless', '--norestore', '--nolockcheck', '--nodefault'],
          ...(importFilter === undefined ? [] : [`--infilter=${importFilter}`]),
          ...['--convert-to', `pdf:${family}_pdf_Export:${filterData(exportOptions)}`],
          ...['--outdir', { writeFolder: folder }, { read: input }],
        ],
        { signal, home: profile },
      );
      const made = (await readdir(folder)).find((name) => name.endsWith('.pdf'));
      if (made === undefined) throw new Failure('source_unreadable');
      await rename(join(folder, made), output);
      await rm(folder, { recursive: true });
    },
  }),
});

const filterData = (options: Record<string, boolean | number>) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(options).map(([name, value]) => [
        name,
        { type: typeof value === 'boolean' ? 'boolean' : 'long', value: String(value) },
      ]),
    ),
  );
