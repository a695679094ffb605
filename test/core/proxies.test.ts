// The examples for nginx and Caddy, run with the programs themselves.
import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MiB } from '#core/bytes.ts';
import { startBrowser } from '../support/browser.ts';
import { askInsecurely, freePort, programOf, startCaddy, startNginx } from '../support/proxies.ts';
import { startPlaten } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-proxies-'));
});
after(() => rm(folder, { recursive: true }));

/** A text followed by zeros, which need no room on the disk. */
async function large(name: string, bytes: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'hello '.repeat(20_000));
  await truncate(path, bytes);
  return path;
}

for (const [name, start] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  const program = programOf(name);
  const skip = program === undefined ? `${name} could not be had` : false;
  test(`behind ${name} everything works as without it`, { skip, timeout: 300_000 }, async () => {
    const port = await freePort();
    const publicUrl = `https://localhost:${port}`;
    const platen = await startPlaten({ publicUrl, trustProxy: 1 }, { tools: withSaboteurs });
    await using proxy = await start(program ?? '', port, platen.url);
    const key = await platen.key();
    const auth = ['-H', `Authorization: Bearer ${key}`];

    const got = await askInsecurely(
      `${proxy.url}/v1/convert/copy`,
      ...auth,
      '-F',
      `file=@${await large('a.txt', 190 * MiB)}`,
    );
    assert.equal(got.status, 200, got.body);
    const { download_url, size_bytes } = JSON.parse(got.body) as { download_url: string; size_bytes: number };
    assert.equal(size_bytes, 190 * MiB);
    const head = await askInsecurely(proxy.url + download_url, ...auth, '-r', '0-9');
    assert.deepEqual([head.status, head.body.length], [206, 10]);
    const tooLarge = await askInsecurely(
      `${proxy.url}/v1/convert/copy`,
      ...auth,
      '-F',
      `file=@${await large('b.txt', 240 * MiB)}`,
    );
    assert.deepEqual(
      [tooLarge.status, (JSON.parse(tooLarge.body) as { error: string }).error],
      [413, 'payload_too_large'],
    );

    const browser = await startBrowser();
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await page.goto(`${proxy.url}/dashboard`);
    await page.getByLabel(/e-mail/i).waitFor();
    await browser.close();

    await platen[Symbol.asyncDispose]();
    const away = await askInsecurely(`${proxy.url}/v1/quota`, ...auth);
    assert.deepEqual(
      [away.status, away.type, (JSON.parse(away.body) as { error: string }).error],
      [503, 'application/json', 'server_busy'],
    );
  });
}
