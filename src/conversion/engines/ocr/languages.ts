// The languages whose data is installed (Debian's packages tesseract-ocr-CODE).
import { existsSync, readdirSync } from 'node:fs';

const folders = [process.env['TESSDATA_PREFIX'], '/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tessdata'];
/** Data of Tesseract that is not a language: directions, equations. */
const others = new Set(['osd', 'equ']);

/** The folder of Tesseract's data. */
export const languageFolder = (): string => folders.find((folder) => folder !== undefined && existsSync(folder)) ?? '';

/** The codes of all installed languages, in alphabetical order. */
export function installedLanguages(): string[] {
  const folder = languageFolder();
  if (folder === '') return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.traineddata'));
  return files
    .map((name) => name.slice(0, -'.traineddata'.length))
    .filter((code) => !others.has(code))
    .toSorted();
}
