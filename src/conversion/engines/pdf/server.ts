// The program that has libqpdf and PDFium loaded (native/server.cc); compiled at set-up.
import { join } from 'node:path';

export const pdfServer = {
  id: 'pdf',
  program: join(import.meta.dirname, '..', '..', '..', '..', '.runtime', 'pdf-server'),
  version: { args: ['--version'], pattern: /qpdf (\S+)/, atLeast: '11.3' },
};
