// Pictures that ask for gigabytes, and pictures of nothing: each ends within its limits, and the next scan is read.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { isFailure } from '#core/failure.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { eventually } from '../support/platen.ts';
import { textOf } from '../support/printing.ts';
import { scan } from '../support/scans.ts';

let bench: Workbench;
let paper: Buffer<ArrayBuffer>;
let processesBefore: number;
before(async () => {
  bench = await workbench();
  paper = await scan(bench, { lines: ['The boats lie along the quay'] });
  await readsOn();
  processesBefore = (await descendants()).length;
});
after(() => bench[Symbol.asyncDispose]());

async function readsOn(): Promise<void> {
  assert.equal((await textOf(await bench.run('ocr-pdf', [paper]))).trim(), 'The boats lie along the quay');
}

/** The processes below this one. */
async function descendants(): Promise<string[]> {
  const parents = new Map<string, string>();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    parents.set(pid, / \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')')))?.[1] ?? '');
  }
  const isBelow = (pid: string | undefined): boolean =>
    pid !== undefined && pid !== '' && (pid === String(process.pid) || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== String(process.pid) && isBelow(pid));
}

/** Files of runs: a run's folder that waits for a document is empty. */
async function filesOfRuns(): Promise<string[]> {
  const below = await readdir(bench.folder, { recursive: true, withFileTypes: true });
  return below
    .filter((one) => !one.isDirectory() && one.parentPath !== bench.folder && /\/run-/.test(one.parentPath))
    .map((one) => `${one.parentPath}/${one.name}`);
}

const pageOf = (size: number, entries: string, data: Buffer) =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size} ${size}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    4: stream('', `q ${size} 0 0 ${size} 0 0 cm /Im Do Q`),
    5: stream(`/Type /XObject /Subtype /Image ${entries}`, data.toString('latin1')),
  });

/** Bits that nothing repeats (Marsaglia 2003). */
function noise(bytes: number): Buffer {
  const data = Buffer.alloc(bytes);
  let state = 2_463_534_242;
  for (let n = 0; n < bytes; n++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[n] = state & 255;
  }
  return data;
}

const hostile: Record<string, () => Buffer<ArrayBuffer>> = {
  'a fax of 60,000 by 60,000 pixels on the largest page': () =>
    pageOf(
      14_400,
      '/Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>',
      // A bit for each row: it is as the one above.
      Buffer.alloc(60_000 / 8, 0xff),
    ),
  'a page of noise': () =>
    pageOf(700, '/Width 1944 /Height 1944 /ColorSpace /DeviceGray /BitsPerComponent 1', noise(243 * 1944)),
  'a picture whose 400 megabytes are packed into 500 bytes': () =>
    pageOf(
      600,
      '/Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]',
      deflateSync(deflateSync(Buffer.alloc(20_000 * 20_000))),
    ),
  'a picture with less data than it says': () =>
    pageOf(600, '/Width 30000 /Height 30000 /ColorSpace /DeviceRGB /BitsPerComponent 16', Buffer.alloc(10)),
};

for (const [what, make] of Object.entries(hostile))
  test(`${what} ends in a warning or an error, and leaves nothing`, async () => {
    const outcome = await bench.convert('ocr-pdf', [make()]).then(
      ({ report }) => report.warnings?.length ?? 0,
      (error: unknown) => error,
    );
    const isClean = isFailure(outcome, 'source_unreadable') || isFailure(outcome, 'conversion_failed');
    assert.ok(isClean || Number(outcome) > 0, String(outcome));
    await readsOn();
    await eventually(async () => (await descendants()).length <= processesBefore, 'the processes have ended');
    assert.deepEqual(await filesOfRuns(), []);
  });
