// The program that has Tesseract and the data of some languages loaded (native/server.cc); compiled at set-up.
// https://tesseract-ocr.github.io
import { join } from 'node:path';
import { ocrLanguages } from '#core/ocr.ts';
import type { Requirement } from '#conversion/process/requirement.ts';

export const ocrServer: Requirement = {
  id: 'ocr',
  program: join(import.meta.dirname, '..', '..', '..', '..', '.runtime', 'ocr-server'),
  versions: {
    args: ['--version'],
    of: {
      Tesseract: { pattern: /^tesseract (\S+)/m, atLeast: '5.3' },
      Leptonica: { pattern: /^leptonica-(\S+)/m },
    },
  },
  packages: {
    stable: [
      'gcc',
      'g++',
      'libc6-dev',
      'libseccomp-dev',
      'libtesseract-dev',
      'libleptonica-dev',
      'tesseract-ocr',
      ...ocrLanguages.map((code) => `tesseract-ocr-${code}`),
    ],
  },
};
