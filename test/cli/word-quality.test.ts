// How `./platen bench word --quality` scores: a perfect document has 1, and missing, added or wrong content costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Content, truthOf } from '../../bench/word-quality/content.ts';
import { papers } from '../../bench/word-quality/papers.ts';
import { features, scored, type Feature } from '../../bench/word-quality/score.ts';

const paperOf = (name: string): Content => {
  const paper = papers.find((other) => other.name === name);
  assert(paper !== undefined);
  return truthOf(paper);
};
const lessThanAll = (found: Content, truth: Content): Feature[] =>
  [...scored(found, truth)].flatMap(([feature, score]) => (score < 1 ? [feature] : []));

test('a document that has everything scores 1 in each of its features, and all features are tried', () => {
  const tried = new Set<Feature>();
  for (const paper of papers)
    for (const [feature, score] of scored(truthOf(paper), truthOf(paper))) {
      assert.equal(score, 1, `${feature} of ${paper.name}`);
      tried.add(feature);
    }
  assert.deepEqual(
    features.filter((feature) => !tried.has(feature)),
    [],
  );
});

test('a heading that became a paragraph costs headings and paragraphs, but no text', () => {
  const truth = paperOf('headings');
  const blocks = truth.blocks.map((block, n) =>
    n === 0 && block.kind === 'heading' ? { kind: 'paragraph' as const, columns: 1, text: block.text } : block,
  );
  assert.deepEqual(lessThanAll({ ...truth, blocks }, truth), ['paragraphs', 'headings']);
});

test('a table whose first row is lost keeps the score of the other rows', () => {
  const truth = paperOf('table with all rules');
  const blocks = truth.blocks.map((block) =>
    block.kind === 'table'
      ? {
          ...block,
          cells: block.cells.filter(({ row }) => row > 0).map((cell) => ({ ...cell, row: cell.row - 1 })),
        }
      : block,
  );
  const score = scored({ ...truth, blocks }, truth).get('tables') ?? 0;
  assert(score > 0.85 && score < 0.95, `${score}`);
});

test('a table that is not there in the truth costs, and so does a paragraph in another place', () => {
  const truth = paperOf('letter');
  const [first, second, ...rest] = truth.blocks;
  assert(first !== undefined && second !== undefined);
  assert.deepEqual(lessThanAll({ ...truth, blocks: [second, first, ...rest] }, truth), ['order']);
  const cells = [{ row: 0, column: 0, rowSpan: 1, columnSpan: 1, text: 'Dear' }];
  const found = { ...truth, blocks: [...truth.blocks, { kind: 'table' as const, columns: 1, cells }] };
  assert.equal(scored(found, truth).get('tables'), 0);
});
