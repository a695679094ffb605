// PLATEN_DOWNLOADS=redirect: results come from the bucket itself, and everything else about a download stays as it is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { ConfigError, loadConfig } from '#config';
import { parseBucket, type Bucket } from '#core/bucket.ts';
import { hourMs } from '#core/clock.ts';
import { browse } from '../support/browser.ts';
import { signIn } from '../support/dashboard.ts';
import { pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';
import { startS3, type S3Server } from '../support/s3.ts';

let server: S3Server;
let mail: MailServer;
let platen: Platen;
before(async () => {
  server = await startS3();
  mail = await startMailServer();
  platen = await startPlaten({ files: server.bucket, downloads: 'redirect', smtpUrl: mail.url });
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const document = { name: 'Ünïcode "plan".pdf', data: pdf('one', 'two') };

async function result(other = platen): Promise<{ key: string; path: string; id: string }> {
  const key = await other.key();
  const id = converted(await other.convert('rotate-pdf', [document], { key, fields: { rotation: '90' } }));
  return { key, id, path: `/v1/download/${id}` };
}

const notFollowed = { redirect: 'manual' } as const;

test('a download leads to the bucket, which sends the file under its name, and nobody keeps a copy', async () => {
  const { key, path } = await result();
  const led = await platen.get(path, key, notFollowed);
  assert.equal(led.status, 302);
  assert.equal(led.headers.get('cache-control'), 'no-store');
  const address = new URL(String(led.headers.get('location')));
  assert.equal(address.origin, server.bucket.endpoint);
  assert.doesNotMatch(address.href, new RegExp(key));

  const followed = await fetch(`${platen.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  assert.equal(followed.status, 200);
  assert.equal(new URL(followed.url).origin, server.bucket.endpoint);
  assert.equal(followed.headers.get('content-type'), 'application/pdf');
  assert.equal(followed.headers.get('cache-control'), 'no-store');
  const head = await platen.get(path, key, { method: 'HEAD' });
  for (const name of ['content-disposition', 'content-length'])
    assert.equal(followed.headers.get(name), head.headers.get(name), name);
  assert.match(String(followed.headers.get('content-disposition')), /filename\*=UTF-8''%C3%9Cn%C3%AFcode/);
  assert.match(Buffer.from(await followed.arrayBuffer()).toString('latin1'), /^%PDF-/);
});

test('HEAD is answered by the service, and a range comes from the bucket', async () => {
  const { key, path } = await result();
  const whole = await platen.download(path.split('/').at(-1), key);
  const head = await platen.get(path, key, { method: 'HEAD', ...notFollowed });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), String(whole.length));
  const part = await fetch(`${platen.url}${path}`, {
    headers: { Authorization: `Bearer ${key}`, Range: 'bytes=5-9' },
  });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(5, 10));
  const beyond = await platen.get(path, key, { headers: { Range: 'bytes=99999999-' }, ...notFollowed });
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers.get('content-range'), `bytes */${whole.length}`);
});

test('an address works for minutes, and never longer than the result is kept', async () => {
  await using other = await startPlaten({ files: bucketOf('short/'), downloads: 'redirect' });
  const { key, path } = await result(other);
  const seconds = async () => {
    const { headers } = await other.get(path, key, notFollowed);
    return Number(new URL(String(headers.get('location'))).searchParams.get('X-Amz-Expires'));
  };
  assert.equal(await seconds(), 300);
  other.clock.move(hourMs - 60_000);
  const left = await seconds();
  assert.ok(left > 0 && left <= 60, `${left} s`);
  other.clock.move(60_000);
  refused(await other.get(path, key, notFollowed), 410, 'file_expired');
});

test('files that are gone, of another account or unreachable are reported by the service, never by the bucket', async () => {
  const { key, id, path } = await result();
  refused(await platen.get(path, await platen.key(), notFollowed), 403, 'forbidden');
  await server.stop();
  refused(await platen.get(path, key, notFollowed), 503, 'server_busy');
  await server.start();
  const { headers } = await platen.get(path, key, notFollowed);
  await platen.service.files.deleteOutput(id);
  refused(await platen.get(path, key, notFollowed), 410, 'file_expired');
  assert.equal((await fetch(String(headers.get('location')))).status, 404, 'a URL does not serve a deleted file');
});

test('the dashboard and share links lead to the bucket too, and a download is counted once', async () => {
  const ada = await signIn(platen, mail, 'ada@example.test');
  const job = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  const own = await ada.fetch(`/dashboard/api/jobs/${job}/download`, notFollowed);
  assert.equal(own.status, 302);
  assert.equal((await fetch(String(own.headers.get('location')))).status, 200);
  const { body } = await ada.call('POST', '/shares', { job_id: job, hours: 24 });
  const link = `${String(body['url'])}/download`;
  const file = await fetch(link);
  assert.equal(file.status, 200);
  assert.equal(new URL(file.url).origin, server.bucket.endpoint);
  await fetch(link, { headers: { Range: 'bytes=10-20' } });
  await fetch(link, { method: 'HEAD' });
  const { body: list } = await ada.call('GET', '/shares');
  assert.equal((list['shares'] as { downloads: number }[])[0]?.downloads, 1);
});

test('the address names the host where clients reach the bucket', async () => {
  const bucket = { ...bucketOf('public/'), publicEndpoint: 'https://files.example.test' };
  await using other = await startPlaten({ files: bucket, downloads: 'redirect' });
  const { key, path } = await result(other);
  const { headers } = await other.get(path, key, notFollowed);
  assert.equal(new URL(String(headers.get('location'))).origin, 'https://files.example.test');
});

const bucketOf = (prefix: string): Bucket => ({ ...server.bucket, prefix });

test('downloads by redirect need a bucket, whose URL may name a public endpoint', () => {
  assert.throws(() => loadConfig({ PLATEN_DOWNLOADS: 'redirect' }), ConfigError);
  const given = 's3://files?endpoint=http://minio:9000&public_endpoint=https://files.example.com/';
  assert.equal(parseBucket(given)?.publicEndpoint, 'https://files.example.com');
  assert.equal(parseBucket('s3://files?public_endpoint=https://files.example.com'), undefined);
});

test('the page packs results of the bucket into one archive: for that the service sends them', async () => {
  await using trying = await startPlaten({ files: bucketOf('zip/'), downloads: 'redirect', tries: 10 });
  await using browsing = await browse();
  const { page } = browsing;
  await page.goto(trying.url);
  await browsing.drop(['a', 'b'].map((name) => ({ name: `${name}.pdf`, bytes: pdf(name) })));
  await page.getByRole('radio', { name: /^Rotate a PDF/ }).check();
  await page.getByLabel('Rotation').selectOption('90');
  await browsing.button('Rotate (2 files)').click();
  await browsing.ready('2 of 2 ready');
  const [download] = await Promise.all([page.waitForEvent('download'), browsing.button('Download all (ZIP)').click()]);
  assert.equal(download.suggestedFilename(), 'converted.zip');
  assert.match((await readFile(await download.path())).toString('latin1'), /%PDF-[\s\S]*b-rotated\.pdf/);
  browsing.assertClean();
});
