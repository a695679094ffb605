// Writes the differences between Word's layout and LibreOffice's into a Word document, before LibreOffice reads it.
import { isUtf8 } from 'node:buffer';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import { rewriteZip } from '#conversion/zip/rewriter.ts';
import { textParts } from '../form-controls.ts';
import { withBulletFonts } from './bullets.ts';
import { withLevelColumns } from './columns.ts';
import { withContentsEnd } from './contents-end.ts';
import { withSavedFileNames } from './file-names.ts';
import { lettersForCheckBoxes } from './older-check-boxes.ts';
import { compatibilityModeIn, withCompatibilityMode } from './settings.ts';
import { readStyles } from './styles.ts';
import { withTableSpacing } from './table-spacing.ts';
import { withWideTables } from './wide-tables.ts';

/** Larger parts are left as they are. */
const maxPartBytes = 16 << 20;
const body = 'word/document.xml';
const settingsPart = 'word/settings.xml';
const numberingPart = 'word/numbering.xml';

/** Writes the document to `output` so that LibreOffice prints it as Word does. Returns false if nothing changes. */
export async function prepareWord(
  archive: ZipArchive,
  output: string,
  { hasFieldsInText }: { hasFieldsInText: boolean },
): Promise<boolean> {
  const changed = new Map<string, string>();
  const settings = await partOf(archive, settingsPart);
  const settled = withCompatibilityMode(settings);
  if (settled !== settings) changed.set(settingsPart, settled);
  const numbering = await partOf(archive, numberingPart);
  const withBullets = withBulletFonts(numbering);
  if (withBullets !== numbering) changed.set(numberingPart, withBullets);
  for (const name of archive.names) {
    if (!textParts.test(name)) continue;
    const text = await partOf(archive, name);
    const laidOut = withSavedFileNames(name === body ? await bodyAsInWord(text, archive, settings) : text);
    const prepared = hasFieldsInText ? lettersForCheckBoxes(laidOut) : laidOut;
    if (prepared !== text) changed.set(name, prepared);
  }
  return changed.size > 0 && (await rewriteZip(archive, output, changed));
}

async function bodyAsInWord(text: string, archive: ZipArchive, settings: string): Promise<string> {
  const styles = readStyles(await partOf(archive, 'word/styles.xml'));
  const compatibilityMode = compatibilityModeIn(settings);
  const steps = [
    (body: string) => withTableSpacing(body, styles),
    (body: string) => withWideTables(body, compatibilityMode),
    (body: string) => withLevelColumns(body, styles),
    withContentsEnd,
  ];
  return steps.reduce((body, step) => step(body), text);
}

/** A part as text; empty if it is absent, damaged, too large, or not in UTF-8. */
async function partOf(archive: ZipArchive, name: string): Promise<string> {
  const part = await archive.read(name, maxPartBytes);
  return part !== null && part.length === archive.sizeOf(name).bytes && isUtf8(part) ? part.toString('utf8') : '';
}
