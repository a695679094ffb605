// Spreadsheets whose columns would be cut across pages, made to fit; whatever their format.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { formats, type Format } from '#core/formats.ts';
import { withZip, type ZipLook } from '#conversion/detect/zip.ts';
import { rewriteZip } from '../rewrite-zip.ts';
import { fitOds } from './fit-ods.ts';
import { fitXlsx } from './fit-xlsx.ts';

/** Larger parts are left as they are: they are tables for machines, and hold up everybody else. */
const mostBytes = 16 << 20;

/** The document to be laid out, whose path begins with `scratch`; null when nothing is to be changed. */
export async function fitSheets(path: string, format: Format, scratch: string): Promise<string | null> {
  if (format === formats.fods) {
    if ((await stat(path)).size > mostBytes) return null;
    const content = await readFile(path, 'utf8');
    const fitted = fitOds({ content, styles: content });
    if (fitted === undefined) return null;
    await writeFile(`${scratch}.fods`, fitted.content);
    return `${scratch}.fods`;
  }
  const changed = await withZip(path, format === formats.ods ? changedOds : changedXlsx);
  if (changed === null || changed.size === 0) return null;
  const output = `${scratch}${format.extensions[0]}`;
  return (await rewriteZip(path, output, changed)) ? output : null;
}

const changedXlsx = (zip: ZipLook) => fitXlsx((name) => textOf(zip, name));

async function changedOds(zip: ZipLook): Promise<Map<string, string>> {
  const [content, styles] = [await textOf(zip, 'content.xml'), await textOf(zip, 'styles.xml')];
  const fitted = content === null || styles === null ? undefined : fitOds({ content, styles });
  if (fitted === undefined) return new Map();
  return new Map([
    ['content.xml', fitted.content],
    ['styles.xml', fitted.styles],
  ]);
}

async function textOf({ readWhole }: ZipLook, name: string): Promise<string | null> {
  return (await readWhole(name, mostBytes))?.toString('utf8') ?? null;
}
