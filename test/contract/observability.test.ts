// Calls as an operator sees them: lines of the log and metrics, with everything but documents and their names.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { pdf } from '../support/fixtures.ts';
import { converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
const lines: Record<string, unknown>[] = [];
const log = pino(
  { level: 'info', base: null },
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  }),
);
before(async () => {
  platen = await startPlaten({}, {}, log);
});
after(() => platen[Symbol.asyncDispose]());

const file = { name: 'planted-name.pdf', data: pdf('one', 'two') };
/** The line of the request that was answered with this status. */
const completed = (status: number) =>
  eventually(
    () => Promise.resolve(lines.find((line) => line['msg'] === 'request completed' && line['status'] === status)),
    `a line of a request answered ${status}`,
  );

test('the line of a call tells the account, the key, the tool and the code of its answer', async () => {
  const key = await platen.key();
  lines.length = 0;
  refused(await platen.convert('rotate-pdf', [file], { key, fields: { rotation: '45' } }), 400, 'invalid_rotation');
  const line = await completed(400);
  assert.deepEqual(
    [line?.['tool'], line?.['code'], line?.['route']],
    ['rotate-pdf', 'invalid_rotation', '/v1/convert/:tool'],
  );
  for (const name of ['account', 'key', 'job_id'] as const) assert.match(String(line?.[name]), /^[0-9a-z]{36}$/, name);

  refused(await platen.convert('rotate-pdf', [file], { key: 'platen_live_wrong' }), 401, 'invalid_api_key');
  const unknown = await completed(401);
  assert.deepEqual([unknown?.['account'], unknown?.['code']], [undefined, 'invalid_api_key']);
  assert.doesNotMatch(JSON.stringify(lines), /planted-name/);
});

test('a probe that is answered well is not logged, one that is not is', async () => {
  lines.length = 0;
  for (const path of ['/health', '/ready', '/metrics']) assert.equal((await platen.get(path)).status, 200);
  const { missingPrograms } = platen.service;
  await using other = await startPlaten({}, {}, log);
  other.service.missingPrograms = async () => ['soffice'];
  await eventually(
    async () => (await other.get('/ready')).status === 503,
    'a node without LibreOffice is not ready',
    15,
  );
  const { body } = await other.get('/ready');
  assert.deepEqual([body['engines'], body['problem']], [false, 'programs are missing: soffice']);
  assert.deepEqual(await missingPrograms(), []);
  const routes = () =>
    lines.filter(({ msg }) => msg === 'request completed').map(({ route, status }) => [route, status]);
  await eventually(async () => routes().length > 0, 'the bad news is logged');
  assert.ok(
    routes().every(([route, status]) => route === '/ready' && status === 503),
    JSON.stringify(routes()),
  );
});

test('metrics count conversions by outcome and code, and how long each stage took', async () => {
  const key = await platen.key();
  converted(await platen.convert('rotate-pdf', [file], { key, fields: { rotation: '90' } }));
  const broken = { name: 'broken.pdf', data: Buffer.from('%PDF-1.7 and nothing else') };
  refused(await platen.convert('rotate-pdf', [broken], { key, fields: { rotation: '90' } }), 422, 'source_unreadable');
  // Known to be refused only when the file is open.
  refused(await platen.convert('extract-pages', [file], { key, fields: { ranges: '99' } }), 400, 'invalid_page_range');
  const text = String((await platen.get('/metrics')).body['text']);
  assert.doesNotMatch(text, /outcome="refused"/);
  assert.match(text, /^platen_conversions_total\{tool="rotate-pdf",outcome="success",code=""\} 1$/m);
  assert.match(text, /^platen_conversions_total\{tool="rotate-pdf",outcome="rejected",code="source_unreadable"\} 1$/m);
  assert.match(text, /^platen_conversion_seconds_count\{tool="rotate-pdf"\} 1$/m, 'of those that succeed');
  assert.match(text, /^platen_conversion_slots [1-9]/m);
  for (const stage of ['receive', 'wait', 'inspect', 'convert', 'store'])
    assert.match(
      text,
      new RegExp(
        `^platen_conversion_stage_seconds_count\\{(tool="rotate-pdf",stage="${stage}"|stage="${stage}",tool="rotate-pdf")\\} [1-9]`,
        'm',
      ),
      stage,
    );
});

test('metrics are named by the conventions of Prometheus', async () => {
  const text = String((await platen.get('/metrics')).body['text']);
  for (const [, name = '', type] of text.matchAll(/^# TYPE (platen_\S+) (\S+)$/gm)) {
    assert.equal(type === 'counter', name.endsWith('_total'), `${name} is a ${type}`);
    if (type === 'histogram') assert.match(name, /_seconds$/);
  }
});

test('the dashboard for Grafana and the alerts of Prometheus ask for metrics that there are', async () => {
  const text = String((await platen.get('/metrics')).body['text']);
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
  const { panels } = JSON.parse(await readFile('deploy/grafana.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const alerts = [...(await readFile('deploy/alerts.yaml', 'utf8')).matchAll(/^ +expr: (.*)$/gm)];
  assert.ok(alerts.length > 3);
  const asked = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alerts.map(([, expr = '']) => expr),
  ];
  for (const expr of asked)
    for (const [name] of expr.matchAll(/\b(platen|process)_[a-z_]+/g))
      assert.ok(known.has(name.replace(/_bucket$/, '')), name);
});
