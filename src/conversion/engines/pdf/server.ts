// The program that has libqpdf and PDFium loaded (native/server.cc); compiled at set-up.
import { join } from 'node:path';
import type { Requirement } from '#conversion/process/requirement.ts';

export const pdfServer: Requirement = {
  id: 'pdf',
  program: join(import.meta.dirname, '..', '..', '..', '..', '.runtime', 'pdf-server'),
  versions: {
    args: ['--version'],
    of: {
      libqpdf: { pattern: /^libqpdf (\S+)/m, atLeast: '11.3' },
      // PDFium has no version number of its own here, since it comes with LibreOffice.
      PDFium: { pattern: /^PDFium (.+)/m },
    },
  },
  packages: {
    stable: ['gcc', 'g++', 'libc6-dev', 'libqpdf-dev', 'libturbojpeg0-dev', 'libdeflate-dev', 'libseccomp-dev'],
  },
};
