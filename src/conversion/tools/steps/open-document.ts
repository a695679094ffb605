// An office document as one that inspectors can read.
import { formats, nameOfFormat, type Format } from '#core/formats.ts';
import { familyOf } from '#conversion/engines/libreoffice/families.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Input } from '../tool.ts';

/** Formats that inspectors read directly. */
const readable: Readonly<Record<'ods' | 'odp', readonly Format[]>> = {
  ods: [formats.ods, formats.fods],
  odp: [formats.odp, formats.fodp, formats.pptx, formats.pptm],
};

/** The document itself, or LibreOffice's OpenDocument file of it. */
export async function openDocumentOf(
  input: Input,
  output: string,
  to: 'ods' | 'odp',
  { libreoffice, inspectors }: Engines,
  signal: AbortSignal,
): Promise<Pick<Input, 'path' | 'format'>> {
  if (readable[to].includes(input.format)) return input;
  const task = { format: nameOfFormat(input.format) };
  const files = { document: input.path };
  if (input.format === formats.csv) {
    const path = `${output}.source.fods`;
    await inspectors.run('prepareOffice', task, { files, results: { 'source.fods': path }, signal });
    return { path, format: formats.fods };
  }
  const path = `${output}.source.${to}`;
  const needsOwnStart = await inspectors.run('officeNeedsOwnStart', task, { files, signal });
  await libreoffice.convert({
    input: input.path,
    output: path,
    to,
    family: familyOf(input.format),
    needsOwnStart,
    signal,
  });
  return { path, format: formats[to] };
}
