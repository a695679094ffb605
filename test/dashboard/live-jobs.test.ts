// The lists of jobs show new jobs of programs without being reloaded.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, type Browsing } from '../support/browser.ts';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;
let ada: Visitor;
let key: string;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url, concurrency: 1 }, { tools: withSaboteurs });
  ada = await signIn(platen, mail, 'ada@example.test');
  key = String((await ada.call('POST', '/first-key')).body['key']);
  browsing = await browse();
  await browsing.context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: platen.url })));
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const text = { name: 'notes.txt', data: Buffer.from('hello') };
const later = (tool: string) => platen.convert(tool, [text], { key, headers: { Prefer: 'respond-async' } });

test('jobs come into the list, wait their turn and end there, though nothing asks for the list', async () => {
  const { page } = browsing;
  const listening = page.waitForResponse((response) => response.url().endsWith('/dashboard/api/jobs/events'));
  await page.goto(`${platen.url}/dashboard/jobs`);
  await page.getByText('No jobs yet').waitFor();
  await listening;
  const first = (await later('hang')).body['job_id'];
  const rows = page.getByRole('region', { name: 'List of jobs' }).getByRole('listitem');
  await rows.getByText('Running').waitFor();
  const second = (await later('hang')).body['job_id'];
  await rows.getByText('Next in the queue').waitFor();
  await browsing.check('jobs-live');
  // From here on a list that is asked for does not come.
  await page.route('**/dashboard/api/jobs?*', (route) => route.abort());
  await platen.get(`/v1/job/${String(second)}`, key, { method: 'DELETE' });
  await rows.getByText('Deleted').waitFor();
  await platen.get(`/v1/job/${String(first)}`, key, { method: 'DELETE' });
  await rows.getByText('Running').waitFor({ state: 'detached' });
  await page.unroute('**/dashboard/api/jobs?*');
  browsing.assertClean();
});

test('HEAD of the events holds nothing', async () => {
  const kim = await signIn(platen, mail, 'kim@example.test');
  const at = '/dashboard/api/jobs/events';
  for (let n = 0; n < 60; n++) assert.equal((await kim.fetch(at, { method: 'HEAD' })).status, 200);
  const stream = await kim.fetch(at);
  assert.equal(stream.status, 200);
  await stream.body?.cancel();
});

test('the events of an account are for its owner', async () => {
  assert.equal((await visitor(platen).fetch('/dashboard/api/jobs/events')).status, 401);
  const eve = await signIn(platen, mail, 'eve@example.test');
  const stream = await eve.fetch('/dashboard/api/jobs/events');
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { body } = await later('copy');
  await ada.call('GET', `/jobs/${String(body['job_id'])}`);
  const key2 = String((await eve.call('POST', '/first-key')).body['key']);
  const own = await platen.convert('copy', [text], { key: key2 });
  let heard = '';
  while (!heard.includes('"jobs"')) heard += (await reader?.read())?.value ?? assert.fail('the stream has ended');
  await reader?.cancel();
  assert.match(heard, new RegExp(String(own.body['job_id'])));
  assert.doesNotMatch(heard, new RegExp(String(body['job_id'])));
});
