// The LibreOffice application for each format.
import { formats, type Format } from '#core/formats.ts';
import type { OfficeFamily } from './conversion.ts';

const families: readonly (readonly [OfficeFamily, readonly Format[]])[] = [
  ['calc', [formats.xls, formats.xlsx, formats.xlsm, formats.ods, formats.csv, formats.sxc, formats.fods]],
  ['impress', [formats.ppt, formats.pptx, formats.pptm, formats.odp, formats.sxi, formats.fodp]],
  ['draw', [formats.odg, formats.sxd, formats.fodg]],
];

export const familyOf = (format: Format): OfficeFamily =>
  families.find(([, members]) => members.includes(format))?.[0] ?? 'writer';
