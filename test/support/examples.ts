// docs/examples.json: an answer of each kind that the tests have seen, for the pages of the tools and the OpenAPI document. Written
// with KEEP_EXAMPLES=1, otherwise compared: an example for every kind, with the fields that such an answer has.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import type { Examples } from '#reference/examples.ts';
import type { Recorded } from './record.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'examples.json');

type Body = Record<string, unknown>;

/** Values that differ from run to run. */
const steady: Record<string, unknown> = {
  job_id: '06gz4n0k3v8w2m7y5r1c9s6t0q4x8b2d5fhj',
  download_url: '/v1/download/06gz4n0k3v8w2m7y5r1c9s6t0q4x8b2d5fhj',
  completed_at: 1_767_225_600_000,
  expires_at: 1_767_229_200_000,
  period_end: 1_769_904_000_000,
  quota_period_end: 1_769_904_000_000,
  used: 17,
  credits_expire_at: 1_798_761_600_000,
  expired_at: 1_767_225_600_000,
  secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz',
};

const asExample = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asExample);
  // Each test has a service on a port of its own.
  if (typeof value === 'string')
    return value.replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/, 'https://platen.example');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name in steady && inner !== null ? steady[name] : asExample(inner),
    ]),
  );
};

function seen(recorded: readonly Recorded[]): Examples {
  const answers = new Map<string, Body>();
  const failures = new Map<string, Body>();
  const known = new Set(tools.map(({ id }) => id));
  for (const answer of recorded) {
    if (answer.by === 'tool' || answer.body === undefined) continue;
    const { method, route, tool, status, code, body } = answer;
    if (code !== '') keep(failures, code, body);
    else if (
      method !== 'HEAD' &&
      status === 200 &&
      (tool === undefined || known.has(tool)) &&
      isOfKnownTools(body, known)
    )
      keep(answers, `${method} ${route.replace(':tool', tool ?? '')}`, body);
  }
  const sorted = (map: Map<string, Body>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, body]) => [key, asExample(body)]));
  return { answers: sorted(answers), errors: sorted(failures) } as Examples;
}

/** Many tests have tools of their own. */
function isOfKnownTools({ tool, tools: listed = [] }: Body, known: ReadonlySet<string>): boolean {
  const ids = (listed as { id: string }[]).map(({ id }) => id);
  return [...ids, ...(typeof tool === 'string' ? [tool] : [])].every((id) => known.has(id));
}

/** Of several the one with the fewest fields, and of those the first by its text: the same in every run. */
function keep(map: Map<string, Body>, key: string, body: Body): void {
  const rank = (one: Body) => `${String(Object.keys(one).length).padStart(3)}${JSON.stringify(one)}`;
  const before = map.get(key);
  if (before === undefined || rank(body) < rank(before)) map.set(key, body);
}

export function checkExamples(recorded: readonly Recorded[], problems: Set<string>): void {
  const now = seen(recorded);
  if (process.env['KEEP_EXAMPLES'] === '1') return writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Examples;
  for (const kind of ['answers', 'errors'] as const)
    for (const key of new Set([...Object.keys(now[kind]), ...Object.keys(kept[kind])]))
      if (now[kind][key] === undefined || kept[kind][key] === undefined)
        problems.add(`docs/examples.json is out of date (run the tests with KEEP_EXAMPLES=1): ${key}`);
  for (const code of errorCodes)
    // Requests without a route are not recorded.
    if (kept.errors[code] === undefined && code !== 'not_found')
      problems.add(`docs/examples.json has no example of ${code}`);
}
