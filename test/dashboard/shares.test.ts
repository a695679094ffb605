// Share links: public, unguessable, exact in their end, and never more than the file.
import assert from 'node:assert/strict';
import { copyFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { dayMs, hourMs } from '#core/clock.ts';
import { formats } from '#core/formats.ts';
import { newId } from '#core/ids.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { defineTool } from '#conversion/tools/tool.ts';
import { findJob } from '#service/jobs/job-rows.ts';
import { sweep } from '#service/jobs/retention.ts';
import { createShare } from '#service/shares/shares.ts';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import {
  converted,
  eventually,
  inFolder,
  refused,
  startAmongOthers,
  startPlaten,
  type Platen,
} from '../support/platen.ts';

let mail: MailServer;
let platen: Platen;
let accounts = 0;
before(async () => {
  mail = await startMailServer();
  platen = await startAmongOthers({ smtpUrl: mail.url });
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const newcomer = () => signIn(platen, mail, `ada-${accounts++}@example.test`);
const document = { name: "My <i>plan & 'more'.pdf", data: pdf('A page to share') };

async function sharedBy(ada: Visitor, more: Record<string, unknown> = {}) {
  const job = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  const { status, body } = await ada.call('POST', '/shares', { job_id: job, hours: 24, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return { job, id: String(body['id']), url: String(body['url']) };
}

test('anybody with the link sees the file and downloads it, without an account or scripts', async () => {
  const ada = await newcomer();
  const { url } = await sharedBy(ada);
  assert.match(url, /\/s\/[0-9a-z]{26}$/, '128 bits');
  const page = await fetch(url);
  const body = await page.text();
  assert.equal(page.status, 200);
  assert.ok(body.includes("<h1>My &lt;i&gt;plan &amp; 'more'-rotated.pdf</h1>"));
  assert.ok(!body.includes('<script'));
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);

  const preview = await eventually(async () => {
    const picture = await fetch(`${url}/preview`);
    return picture.status === 200 && picture;
  }, 'the preview is drawn');
  assert.match(await (await fetch(url)).text(), /<img /);
  assert.equal(preview.headers.get('content-type'), 'image/jpeg');
  assert.ok((await preview.arrayBuffer()).byteLength > 1000);

  const file = await fetch(`${url}/download`);
  assert.equal(file.status, 200);
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
  assert.match(file.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.equal(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  await fetch(`${url}/download`, { method: 'HEAD' });
  await fetch(`${url}/download`, { headers: { range: 'bytes=9-1' } });
  await fetch(`${url}/download`, { headers: { range: 'bytes=10-20' } });
  await fetch(`${url}/download`, { headers: { range: 'bytes=99999999-' } });
  const { body: list } = await ada.call('GET', '/shares');
  assert.equal((list['shares'] as { downloads: number }[])[0]?.downloads, 2, 'a nonsensical range is the whole file');
});

test('the copy outlives the job’s hour, and ends exactly with the link', async () => {
  const ada = await newcomer();
  const { job, url } = await sharedBy(ada, { hours: 3 });
  platen.clock.move(hourMs + 1);
  await sweep(platen.service);
  assert.equal((await ada.call('GET', `/jobs/${job}`)).body['state'], 'expired');
  assert.equal((await fetch(`${url}/download`)).status, 200);
  platen.clock.move(2 * hourMs - 10_000);
  assert.equal((await fetch(url)).status, 200);
  platen.clock.move(10_000);
  for (const path of ['', '/preview', '/download']) assert.equal((await fetch(url + path)).status, 410, path);
  await sweep(platen.service);
  for await (const id of platen.service.files.ids()) assert.notEqual(id, job);
  await platen.service.background.idle(5000);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a revoked link is gone, and so is its file', async () => {
  const ada = await newcomer();
  const { id, url } = await sharedBy(ada);
  assert.equal((await ada.call('DELETE', `/shares/${id}`)).status, 200);
  assert.equal((await fetch(url)).status, 410);
  assert.equal(await platen.service.files.localOutput(id, platen.data), null);
  assert.equal((await ada.call('DELETE', `/shares/${id}`)).status, 404);
});

test('deleting the job ends its links', async () => {
  const ada = await newcomer();
  const { job, url } = await sharedBy(ada);
  assert.equal((await ada.call('GET', `/jobs/${job}`)).body['shares'], 1, 'said before');
  await ada.call('DELETE', `/jobs/${job}`);
  assert.equal((await fetch(url)).status, 410);
  const { body } = await ada.call('GET', '/shares');
  assert.equal((body['shares'] as { state: string }[])[0]?.state, 'job_deleted');
});

test('a job of the API is shared too, and the API says that it can be', async () => {
  const ada = await newcomer();
  const key = String((await ada.call('POST', '/first-key')).body['key']);
  const job = converted(await platen.convert('rotate-pdf', [document], { key, fields: { rotation: '90' } }));
  assert.equal((await platen.get(`/v1/job/${job}`, key)).body['can_share'], true);
  const { body } = await ada.call('POST', '/shares', { job_id: job, hours: 1 });
  assert.equal((await fetch(String(body['url']))).status, 200);
  await platen.get(`/v1/job/${job}`, key, { method: 'DELETE' });
  assert.equal((await fetch(String(body['url']))).status, 410);
});

test('the dashboard’s own jobs are closed to keys', async () => {
  const ada = await newcomer();
  const key = String((await ada.call('POST', '/first-key')).body['key']);
  const job = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  assert.equal((await platen.get(`/v1/job/${job}`, key)).body['error'], 'forbidden');
  assert.equal(await platen.used(key), 1, 'they count');
});

test('links live as long as the plan allows', async () => {
  const ada = await newcomer();
  const { job } = await sharedBy(ada, { hours: 7 * 24 });
  const tooLong = await ada.call('POST', '/shares', { job_id: job, hours: 7 * 24 + 1 });
  assert.equal(tooLong.status, 400);
  assert.match(String(tooLong.body['message']), /7 days/);
  const { email } = (await ada.call('GET', '/me')).body;
  await platen.service.db.updateTable('accounts').set({ plan: 'starter' }).where('email', '=', String(email)).execute();
  assert.equal((await ada.call('POST', '/shares', { job_id: job, hours: 30 * 24 })).status, 201);
  assert.equal((await ada.call('POST', '/shares', { job_id: job, hours: 30 * 24 + 1 })).status, 400);
});

test('a password keeps the name, the picture and the file, and cannot be guessed at length', async () => {
  const ada = await newcomer();
  const { url } = await sharedBy(ada, { password: 'open, sésame' });
  const path = new URL(url).pathname;
  const bob = visitor(platen);
  const closed = await (await bob.fetch(path)).text();
  assert.ok(!closed.includes('plan'), 'the name is not told');
  assert.equal((await bob.fetch(`${path}/download`)).status, 403);
  assert.equal((await bob.fetch(`${path}/preview`)).status, 403);

  const tryWith = (password: string, who = bob) =>
    who.fetch(path, { method: 'POST', body: new URLSearchParams({ password }) });
  assert.equal((await tryWith('wrong')).status, 403);
  assert.equal((await tryWith('open, sésame')).status, 303);
  assert.equal((await bob.fetch(`${path}/download`)).status, 200);

  const other = await sharedBy(ada, { password: 'another' });
  assert.equal((await bob.fetch(`${new URL(other.url).pathname}/download`)).status, 403, 'a cookie opens one link');

  const eve = visitor(platen);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await tryWith(`guess ${n}`, eve)).status);
  assert.equal(statuses.at(-1), 429);
});

test('an unknown link is not found', async () => {
  assert.equal((await fetch(`${platen.url}/s/0123456789abcdefghjkmnpqrs`)).status, 404);
  assert.equal((await fetch(`${platen.url}/s/x`)).status, 404);
  assert.equal((await fetch(`${platen.url}/s/..%2F..%2Fetc%2Fpasswd`)).status, 404);
});

test('visitors never start a rendering, and conversions do not wait for previews', async () => {
  const gate = Promise.withResolvers<void>();
  let drawings = 0;
  const slowly = (engines: Engines): Engines => ({
    ...engines,
    pdf: {
      ...engines.pdf,
      async begin(signal) {
        const job = await engines.pdf.begin(signal);
        const render = job.render.bind(job);
        job.render = async (...args) => {
          drawings += 1;
          await gate.promise;
          await render(...args);
        };
        return job;
      },
    },
  });
  await using own = await startPlaten({ smtpUrl: mail.url, concurrency: 1 }, { engines: slowly });
  const ada = await signIn(own, mail, 'painter@example.test');
  const job = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  const { body } = await ada.call('POST', '/shares', { job_id: job, hours: 1 });
  await eventually(async () => drawings === 1, 'the owner’s preview begins');
  for (let n = 0; n < 3; n++) {
    assert.equal((await fetch(String(body['url']))).status, 200);
    assert.equal((await fetch(`${String(body['url'])}/preview`)).status, 404);
  }
  converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  assert.equal(drawings, 1);
  gate.resolve();
});

test('turning the pages of a Word document lays it out once, and nothing stays when its job is deleted', async () => {
  let layouts = 0;
  const counted = (engines: Engines): Engines => ({
    ...engines,
    libreoffice: {
      ...engines.libreoffice,
      convert(conversion) {
        if (conversion.to === 'pdf') layouts += 1;
        return engines.libreoffice.convert(conversion);
      },
    },
  });
  const asItIs = defineTool({
    id: 'as-it-is',
    summary: 'Gives a Word document back.',
    accepts: [formats.docx],
    files: { min: 1, max: 1 },
    options: z.strictObject({}),
    produces: { format: formats.docx, suffix: '' },
    errors: [],
    run: ({ inputs: [input], output }) => copyFile(input.path, output),
  });
  await using own = await startPlaten({ smtpUrl: mail.url }, { engines: counted, tools: [asItIs] });
  const ada = await signIn(own, mail, 'turner@example.test');
  const nextPage = '</w:t></w:r><w:r><w:br w:type="page"/></w:r><w:r><w:t>';
  const source = { name: 'three.docx', data: await docx(`one${nextPage}two${nextPage}three`) };
  const job = converted(await ada.convert('as-it-is', [source]));
  const pictures = new Set<string>();
  for (const page of [1, 2, 3]) {
    const picture = await ada.fetch(`/dashboard/api/jobs/${job}/preview?page=${page}`);
    assert.deepEqual([picture.status, picture.headers.get('preview-pages')], [200, '3']);
    pictures.add(Buffer.from(await picture.arrayBuffer()).toString('base64'));
  }
  assert.deepEqual([layouts, pictures.size], [1, 3]);
  await ada.call('DELETE', `/jobs/${job}`);
  assert.equal(await own.service.files.readPreview(job, 0), null);
  assert.deepEqual(await own.leftovers(), []);
});

test('a plan has room for so many shared bytes', async () => {
  const ada = await newcomer();
  const { job } = await sharedBy(ada);
  await platen.service.db
    .updateTable('jobs')
    .set({ size_bytes: 101 * 10_485_760 })
    .where('id', '=', job)
    .execute();
  assert.equal((await ada.call('POST', '/shares', { job_id: job, hours: 1 })).body['error'], 'no_room');
});

test('an account has 200 open links and no more, however many are asked for at once', async () => {
  const ada = await newcomer();
  const { id } = await sharedBy(ada);
  const { db, clock, files } = platen.service;
  const first = await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rows = Array.from({ length: 196 }, (_, n) => ({ ...first, id: newId(clock.now()), token: `token ${n} ${id}` }));
  await db.insertInto('shares').values(rows).execute();
  // All of them have looked before the first is stored.
  const together = Promise.withResolvers<void>();
  let copied = 0;
  const slowFiles = {
    ...files,
    async copyOutput(jobId: string, copyId: string) {
      const isCopied = await files.copyOutput(jobId, copyId);
      if (++copied === 8) together.resolve();
      await together.promise;
      return isCopied;
    },
  };
  const [job, plan] = [await findJob(db, first.job_id), platen.service.plans.get('dev')];
  assert.ok(job !== undefined && plan !== undefined);
  const made = await Promise.all(
    Array.from({ length: 8 }, () => createShare({ db, clock, files: slowFiles }, job, { plan, lifetimeMs: hourMs })),
  );
  assert.equal(made.filter((one) => one === 'too_many').length, 5, JSON.stringify(made));
  const { body } = await ada.call('GET', '/shares');
  assert.equal((body['shares'] as unknown[]).length, 200);
  assert.equal((await ada.call('POST', '/shares', { job_id: job.id, hours: 1 })).body['error'], 'too_many');
  const kept = new Set<string>();
  for await (const owner of files.ids()) kept.add(owner);
  const links = made.filter((one) => typeof one !== 'string');
  assert.ok(
    links.every((link) => kept.has(link.id)),
    'the existing links have their copy',
  );
  await db.deleteFrom('shares').where('account_id', '=', first.account_id).where('id', '!=', id).execute();
});

test('too many requests for links are answered with a page', async () => {
  await using own = await startPlaten({ ipRate: 2 });
  const visit = () => fetch(`${own.url}/s/0123456789abcdefghjkmnpqrs`);
  const answers = [await visit(), await visit(), await visit()];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 429],
  );
  assert.match(answers[2]?.headers.get('content-type') ?? '', /html/);
});

test('an ended link is remembered for a month', async () => {
  const ada = await newcomer();
  const { id, url } = await sharedBy(ada);
  await ada.call('DELETE', `/shares/${id}`);
  platen.clock.move(31 * dayMs);
  await sweep(platen.service);
  assert.equal((await fetch(url)).status, 404);
  // Sessions of later tests would be over for a sweep that runs by itself.
  platen.clock.move(-31 * dayMs);
});

test('results of every kind have a preview, or say that they have none', async () => {
  const ada = await newcomer();
  const preview = async (tool: string, fields: Record<string, string> = {}) => {
    const job = converted(await ada.convert(tool, [{ ...document, data: pdf('one', 'two') }], fields));
    const first = await ada.fetch(`/dashboard/api/jobs/${job}/preview`);
    const again = await ada.fetch(`/dashboard/api/jobs/${job}/preview`);
    assert.equal(first.status, again.status);
    return first.status;
  };
  assert.equal(await preview('pdf-to-image'), 200);
  const pages = converted(
    await ada.convert('rotate-pdf', [{ ...document, data: pdf('a', 'b', 'c') }], { rotation: '90' }),
  );
  const archive = converted(await ada.convert('split-pdf', [{ ...document, data: pdf('a', 'b', 'c') }]));
  for (const job of [pages, archive]) {
    const pictures = [];
    for (const page of [1, 2, 3, 2]) {
      const picture = await ada.fetch(`/dashboard/api/jobs/${job}/preview?page=${page}`);
      assert.equal(picture.headers.get('preview-pages'), '3');
      pictures.push(Buffer.from(await picture.arrayBuffer()).toString('base64'));
    }
    assert.equal(new Set(pictures).size, 3, 'every page is another picture');
    assert.equal((await ada.fetch(`/dashboard/api/jobs/${job}/preview?page=4`)).status, 204);
    assert.equal((await ada.fetch(`/dashboard/api/jobs/${job}/preview?page=0`)).status, 400);
    await ada.call('DELETE', `/jobs/${job}`);
  }
  assert.equal(await preview('split-pdf'), 200);
  assert.equal(await preview('pdf-to-word'), 200);
  assert.equal(await preview('protect-pdf', { password: 'secret' }), 204);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a file that cannot be opened right now is 503 everywhere, and is back when it can be', inFolder, async () => {
  const ada = await newcomer();
  const { job, id, url } = await sharedBy(ada);
  await platen.service.background.idle(20_000);
  const files = join(platen.data, 'files');
  // A link to itself cannot be opened (ELOOP), as with too many open files, missing rights or a failing disk.
  const block = async (owner: string, name: string) => {
    const path = join(files, owner, name);
    await rename(path, `${path}.kept`);
    await symlink(path, path);
    return { [Symbol.asyncDispose]: () => rename(`${path}.kept`, path) };
  };
  assert.equal((await ada.fetch(`/dashboard/api/jobs/${job}/preview`)).status, 200);
  {
    await using _output = await block(job, 'output');
    await using _preview = await block(job, 'preview');
    await using _copy = await block(id, 'output');
    await using _picture = await block(id, 'preview');
    for (const path of [`/jobs/${job}/download`, `/jobs/${job}/preview`]) {
      const answer = await ada.call('GET', path);
      refused(answer, 503, 'server_busy');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    refused(await ada.call('POST', '/shares', { job_id: job, hours: 1 }), 503, 'server_busy');
    const download = await fetch(`${url}/download`);
    assert.equal(download.status, 503);
    assert.match(await download.text(), /not available right now/);
    assert.equal((await fetch(`${url}/preview`)).status, 503);
    const page = await fetch(url);
    assert.equal(page.status, 200, 'the page does without its picture');
    assert.doesNotMatch(await page.text(), /<img /);
  }
  assert.equal((await fetch(`${url}/download`)).status, 200);
  assert.match(await (await fetch(url)).text(), /<img /);
  const { body } = await ada.call('GET', '/shares');
  assert.equal((body['shares'] as unknown[]).length, 1, 'no link was created that leads nowhere');
});

test('a plan without share links offers none', async () => {
  const ada = await newcomer();
  const job = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  const canShare = async () => (await ada.call('GET', `/jobs/${job}`)).body['can_share'];
  assert.equal(await canShare(), true);
  const { plans } = platen.service;
  const dev = plans.get('dev');
  assert.ok(dev !== undefined);
  try {
    platen.service.plans = new Map([...plans, ['dev', { ...dev, share_days: 0 }]]);
    assert.equal(await canShare(), false);
  } finally {
    platen.service.plans = plans;
  }
});

test('a job that is deleted while its file is copied leaves no link and no copy', async () => {
  const ada = await newcomer();
  const id = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  const { db, clock, files } = platen.service;
  const job = await findJob(db, id);
  assert.ok(job !== undefined);
  const copies: string[] = [];
  const slowFiles = {
    ...files,
    async copyOutput(jobId: string, copyId: string) {
      copies.push(copyId);
      const isCopied = await files.copyOutput(jobId, copyId);
      await ada.call('DELETE', `/jobs/${id}`);
      return isCopied;
    },
  };
  const plan = platen.service.plans.get('dev');
  assert.ok(plan !== undefined);
  const shared = await createShare({ db, clock, files: slowFiles }, job, { plan, lifetimeMs: hourMs });
  assert.equal(shared, 'no_file');
  assert.deepEqual((await ada.call('GET', '/shares')).body['shares'], []);
  assert.equal(await files.localOutput(copies[0] ?? '', platen.data), null);
});
