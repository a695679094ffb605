// How LibreOffice is to read a document: which application, which import filter, plain text as UTF-8.
import { formats, type Format } from '#core/formats.ts';
import type { OfficeFamily } from '#conversion/engines/libreoffice/libreoffice.ts';
import type { Input } from '#conversion/tools/tool.ts';
import { transcodeText } from './encoding.ts';
import { csvSeparator } from './csv.ts';

export interface OfficeImport {
  path: string;
  family: OfficeFamily;
  importAs?: { filter: string; options: string };
}

const families: readonly (readonly [OfficeFamily, readonly Format[]])[] = [
  ['calc', [formats.xls, formats.xlsx, formats.xlsm, formats.ods, formats.csv, formats.sxc, formats.fods]],
  ['impress', [formats.ppt, formats.pptx, formats.pptm, formats.odp, formats.sxi, formats.fodp]],
  ['draw', [formats.odg, formats.sxd, formats.fodg]],
];

const familyOf = (format: Format): OfficeFamily =>
  families.find(([, members]) => members.includes(format))?.[0] ?? 'writer';

/** Prepares `input`; what has to be rewritten for it is written beside `scratch`. */
export async function officeImport(input: Input, scratch: string, signal: AbortSignal): Promise<OfficeImport> {
  const family = familyOf(input.format);
  if (input.format !== formats.txt && input.format !== formats.csv) return { path: input.path, family };

  const path = `${scratch}${input.format.extensions[0]}`;
  const head = await transcodeText(input.path, path, signal);
  if (input.format === formats.txt) {
    return { path, family, importAs: { filter: 'Text (encoded)', options: 'UTF8,LF,,' } };
  }
  // Token 1 is the separator, 2 the quote ("), 3 the encoding (76: UTF-8), 4 the first line, 11 detects special numbers' quotes.
  return { path, family, importAs: { filter: 'CSV', options: `${csvSeparator(head).codePointAt(0)},34,76,1` } };
}
