// How far a conversion is: pages that are read or written, files that are joined.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Progress } from '#core/progress.ts';
import { createTools } from '#conversion/tools/index.ts';
import { convert } from '#conversion/standalone.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdf } from '../support/fixtures.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const tools = createTools();

async function told(id: string, files: number): Promise<Progress[]> {
  const tool = tools.find((one) => one.id === id) ?? assert.fail(id);
  const path = await bench.write(`${id}.pdf`, pdf('A first page', 'A second page', 'A third page'));
  const arrivals = Array.from({ length: files }, (_, n) => ({ path, name: `${n}.pdf` }));
  const far: Progress[] = [];
  const onProgress = (progress: Progress) => void far.push(progress);
  const output = join(bench.folder, `${id}.out`);
  await convert({ tool, arrivals, fields: {}, output, timeoutMs: 60_000, onProgress }, bench.engines);
  for (const [n, { done, of }] of far.entries()) assert.ok(done <= of && done > (far[n - 1]?.done ?? 0), id);
  return far;
}

for (const id of ['pdf-to-image', 'pdf-to-word', 'pdf-to-markdown', 'pdf-to-excel', 'split-pdf'])
  test(`${id} tells its pages`, async () => {
    assert.deepEqual((await told(id, 1)).at(-1), { done: 3, of: 3, unit: 'pages' });
  });

test('merge-pdf tells its files', async () => {
  const files = [1, 2, 3, 4].map((done) => ({ done, of: 4, unit: 'files' }));
  assert.deepEqual(await told('merge-pdf', 4), files);
});
