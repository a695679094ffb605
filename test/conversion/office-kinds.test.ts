// Nothing that a document holds is left out where a warm process lays it out: page by page, as LibreOffice started for it does.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadConfig } from '#config';
import { convert } from '#conversion/standalone.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { kindsDocuments } from '../support/office-kinds.ts';
import { apart, drawn } from '../support/pictures.ts';
import { savedAs } from '../support/saved-as.ts';

let folder: string;
let warm: Engines;
let cold: Engines;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-kinds-'));
  warm = composeEngines(loadConfig({}), folder, { warmProcesses: 1 });
  const started = composeEngines(loadConfig({}), folder, { warmProcesses: 0 });
  const { libreoffice } = started;
  const convertAlone: typeof libreoffice.convert = (conversion) =>
    libreoffice.convert({ ...conversion, needsOwnStart: true });
  cold = { ...started, libreoffice: { ...libreoffice, convert: convertAlone } };
  warm.warmUp();
  await warm.libreoffice.settled();
});
after(async () => {
  await Promise.all([warm.stop(), cold.stop()]);
  await rm(folder, { recursive: true });
});

async function toPdf(path: string, name: string, output: string, engines: Engines): Promise<string> {
  await convert({ tool: officeToPdf, arrivals: [{ path, name }], fields: {}, output, timeoutMs: 60_000 }, engines);
  return output;
}

/** Of 255, over the whole page: a word is about 0.02, a shape 2 to 10. */
const sameDrawing = 0.02;
const somethingDrawn = 0.01;
/** The colours of authors are any of some; letters of formulas are on whole pixels or between them. */
const looser: Readonly<Record<string, number>> = { 'tracked changes': 0.05, formula: 0.05 };

for (const { name: made, kinds, make, saveAs } of kindsDocuments)
  test(`${made}${saveAs === undefined ? '' : ` as ${saveAs}`}: ${kinds.join(', ')}`, async () => {
    const source = join(folder, made);
    await writeFile(source, await make());
    const path = saveAs === undefined ? source : await savedAs(source, saveAs, folder);
    const name = basename(path);
    const ours = await toPdf(path, name, `${path}.warm.pdf`, warm);
    const theirs = await toPdf(path, name, `${path}.cold.pdf`, cold);
    const different: string[] = [];
    for (const [n, kind] of kinds.entries()) {
      const options = { page: n + 1, dpi: 60, by: 'poppler' } as const;
      const [one, other] = [await drawn(ours, options), await drawn(theirs, options)];
      const blank = { ...other, data: Buffer.alloc(other.data.length, 255) };
      if (apart(other, blank) < somethingDrawn) different.push(`${kind} is drawn nowhere`);
      const distance = apart(one, other);
      if (distance > (looser[kind] ?? sameDrawing)) different.push(`${kind} differs by ${distance.toFixed(3)}`);
    }
    assert.deepEqual(different, []);
  });
