// Requests of the service for a client: never to its own network, in any spelling of the URL.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const probe = join(import.meta.dirname, '../support/outbound-probe.ts');
const execute = promisify(execFile);

/** In a network namespace with nothing but loopback and a link-local address, and with names of its own. */
async function reach(urls: readonly string[], allowed: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-'));
  try {
    const hosts = join(folder, 'hosts');
    await writeFile(
      hosts,
      [
        '127.0.0.1 localhost inside.example metadata.google.internal',
        '::1 localhost inside6.example',
        '10.0.0.1 private.example',
        '169.254.169.254 link.example',
        '93.184.216.34 both.example',
        '127.0.0.1 both.example',
        '',
      ].join('\n'),
    );
    const given = JSON.stringify({ urls, allowed });
    const { stdout } = await execute(
      'bwrap',
      [
        '--unshare-user',
        '--uid',
        '0',
        '--gid',
        '0',
        '--unshare-net',
        '--cap-add',
        'ALL',
        '--dev-bind',
        '/',
        '/',
        '--ro-bind',
        hosts,
        '/etc/hosts',
        'sh',
        '-c',
        'ip addr add 169.254.169.254/32 dev lo && exec "$0" "$@"',
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        probe,
        given,
      ],
      {
        env: {
          ...process.env,
          http_proxy: 'http://127.0.0.1',
          https_proxy: 'http://127.0.0.1',
          NODE_USE_ENV_PROXY: '1',
        },
      },
    );
    return JSON.parse(stdout) as { reached: number; answers: Record<string, string> };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const tricks = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.255.255.254/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127.0.0.1:80/',
  'http://user@127.0.0.1/',
  'http://example.com@127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1\\@example.com/',
  'http:/\\127.0.0.1/',
  'http:127.0.0.1',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.0.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://inside.example/',
  'http://inside6.example/',
  'http://private.example/',
  'http://link.example/',
  'http://both.example/',
  'http://metadata.google.internal/',
  'http://93.184.216.34:22/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
];

test('no notation, name or trick leads the service into its own network', async () => {
  assert.ok(tricks.length >= 40);
  const { reached, answers } = await reach(tricks);
  assert.equal(reached, 0);
  for (const url of tricks) assert.match(answers[url] ?? '', /^(RefusedAddress|TypeError)$/, url);
});

test('hosts that the operator allows are reached, and redirects from them are not followed', async () => {
  const { reached, answers } = await reach(
    ['http://127.0.0.1/', 'http://inside.example/', 'http://link.example/', 'http://[::1]/'],
    ['127.0.0.0/8', '169.254.0.0/16'],
  );
  assert.equal(reached, 2);
  assert.deepEqual(Object.values(answers), ['302', '302', 'RefusedAddress', 'RefusedAddress']);
});

test('metadata services of clouds are reached only where the operator names the one address', async () => {
  const urls = [
    'http://169.254.169.254/latest/meta-data/',
    'http://link.example/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:168.63.129.16]/',
  ];
  const everything = await reach(urls, ['0.0.0.0/0', '::/0']);
  assert.equal(everything.reached, 0);
  for (const url of urls) assert.equal(everything.answers[url], 'RefusedAddress', url);
  const one = await reach(urls.slice(0, 2), ['169.254.169.254/32']);
  assert.deepEqual(Object.values(one.answers), ['302', '302']);
});
