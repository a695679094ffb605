// Runs inside the sandbox: node worker.ts GRAPH STREAMS PATCH QUALITY BUDGET
import sharp from 'sharp';
import { compressDocument } from '#conversion/compress/compress.ts';
import type { QualityName } from '#conversion/compress/quality.ts';

const [graph, streams, patch, quality, budget] = process.argv.slice(2);
if (graph === undefined || streams === undefined || patch === undefined)
  throw new TypeError('usage: worker.ts GRAPH STREAMS PATCH');

// Pictures are worked on side by side already.
sharp.concurrency(1);
sharp.cache(false);
const facts = await compressDocument({
  graph,
  streams,
  patch,
  quality: quality as QualityName,
  budgetMs: Number(budget),
});
process.stdout.write(JSON.stringify(facts));
