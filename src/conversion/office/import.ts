// How LibreOffice is to read a document: which application, which import filter, and what is prepared for it.
import { formats, type Format } from '#core/formats.ts';
import type { OfficeFamily, OfficeConversion } from '#conversion/engines/libreoffice/conversion.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Input } from '#conversion/tools/tool.ts';
import { csvSeparator } from './csv.ts';
import { transcodeText } from './encoding.ts';
import { csvToSheet } from './sheets/csv-sheet.ts';
import { fitSheets } from './sheets/fit.ts';

type OfficeImport = Pick<OfficeConversion, 'input' | 'family' | 'importAs'>;

const families: readonly (readonly [OfficeFamily, readonly Format[]])[] = [
  ['calc', [formats.xls, formats.xlsx, formats.xlsm, formats.ods, formats.csv, formats.sxc, formats.fods]],
  ['impress', [formats.ppt, formats.pptx, formats.pptm, formats.odp, formats.sxi, formats.fodp]],
  ['draw', [formats.odg, formats.sxd, formats.fodg]],
];

const familyOf = (format: Format): OfficeFamily =>
  families.find(([, members]) => members.includes(format))?.[0] ?? 'writer';

/** Prepares `input`; what has to be written anew for that lies beside `scratch`. */
export async function officeImport(
  input: Input,
  scratch: string,
  { libreoffice }: Pick<Engines, 'libreoffice'>,
  signal: AbortSignal,
): Promise<OfficeImport> {
  const family = familyOf(input.format);
  if (input.format === formats.txt) {
    await transcodeText(input.path, `${scratch}.txt`, signal);
    return { input: `${scratch}.txt`, family, importAs: { filter: 'Text (encoded)', options: 'UTF8,LF,,' } };
  }
  if (input.format === formats.csv) {
    const head = await transcodeText(input.path, `${scratch}.csv`, signal);
    await csvToSheet(`${scratch}.csv`, `${scratch}.fods`, csvSeparator(head), signal);
    return { input: `${scratch}.fods`, family };
  }
  if (family !== 'calc') return { input: input.path, family };

  // The binary format and OpenOffice 1's are read by LibreOffice only: it gives us a sheet that we can work on.
  if (input.format === formats.xls || input.format === formats.sxc) {
    await libreoffice.convert({ input: input.path, output: `${scratch}.ods`, to: 'ods', family, signal });
    return { input: await fitSheets(`${scratch}.ods`, formats.ods, `${scratch}-fitted`, signal), family };
  }
  return { input: await fitSheets(input.path, input.format, `${scratch}-fitted`, signal), family };
}
