// Fits spreadsheets of every format whose columns would be cut across pages.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { formats } from '#core/formats.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import type { OfficeDocument } from '../document.ts';
import { rewriteZip } from '#conversion/zip/rewriter.ts';
import { fitOds } from './fit-ods.ts';
import { fitXlsx } from './fit-xlsx.ts';

/** Larger parts are left as they are: they are tables for machines, and hold up everybody else. */
const maxPartBytes = 16 << 20;

/** The document to be laid out, whose path begins with `scratch`; null when nothing is to be changed. */
export async function fitSheets(
  { path, format, archive }: OfficeDocument,
  scratch: string,
  mode: SheetMode,
): Promise<string | null> {
  if (format === formats.fods) {
    if ((await stat(path)).size > maxPartBytes) return null;
    const content = await readFile(path, 'utf8');
    const fitted = fitOds({ content, styles: content }, mode);
    if (fitted === undefined) return null;
    await writeFile(`${scratch}.fods`, fitted.content);
    return `${scratch}.fods`;
  }
  if (archive === null) return null;
  const changed = await (format === formats.ods ? changedOds : changedXlsx)(archive, mode);
  if (changed.size === 0) return null;
  const output = `${scratch}${format.extensions[0]}`;
  return (await rewriteZip(archive, output, changed)) ? output : null;
}

const changedXlsx = (zip: ZipArchive, mode: SheetMode) => fitXlsx((name) => textOf(zip, name), mode);

async function changedOds(zip: ZipArchive, mode: SheetMode): Promise<Map<string, string>> {
  const [content, styles] = [await textOf(zip, 'content.xml'), await textOf(zip, 'styles.xml')];
  const fitted = content === null || styles === null ? undefined : fitOds({ content, styles }, mode);
  if (fitted === undefined) return new Map();
  return new Map([
    ['content.xml', fitted.content],
    ['styles.xml', fitted.styles],
  ]);
}

async function textOf({ readWhole }: ZipArchive, name: string): Promise<string | null> {
  return (await readWhole(name, maxPartBytes))?.toString('utf8') ?? null;
}
