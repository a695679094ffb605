// nginx and Caddy as Debian ships them, in front of a service, with the examples of deploy/.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './platen.ts';

const root = join(import.meta.dirname, '..', '..');

/** Where the program is; `./platen test` unpacks it into .runtime where it is not installed. */
export const programOf = (name: 'nginx' | 'caddy'): string | undefined =>
  [`/usr/sbin/${name}`, `/usr/bin/${name}`]
    .flatMap((path) => [path, join(root, '.runtime', 'proxies', path)])
    .find((path) => existsSync(path));

export interface Proxy extends AsyncDisposable {
  /** `https://localhost:PORT`, with a certificate of its own. */
  url: string;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** With the site of deploy/, whose name, port, certificate and service are those of this machine. */
export async function startNginx(program: string, port: number, service: string): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-nginx-'));
  const [pem, key] = [join(folder, 'site.pem'), join(folder, 'site.key')];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    pem,
  ]);
  const site = (await readFile(join(root, 'deploy', 'nginx-site.conf'), 'utf8'))
    .replace('443 ssl', `127.0.0.1:${port} ssl`)
    .replace('server_name convert.example.com', 'server_name localhost')
    .replace('/etc/ssl/convert.example.com.pem', pem)
    .replace('/etc/ssl/convert.example.com.key', key)
    .replace('http://127.0.0.1:8080', service);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const conf = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    conf,
    `${user} daemon off; pid ${folder}/pid; error_log stderr warn; events {}\nhttp { access_log off; ${paths.join(' ')}\n${site}\n}`,
  );
  await promisify(execFile)(program, ['-t', '-c', conf, '-p', folder]);
  return running(spawn(program, ['-c', conf, '-p', folder], { stdio: 'ignore' }), folder, port);
}

/** With deploy/Caddyfile, and a certificate of Caddy's own authority. */
export async function startCaddy(program: string, port: number, service: string): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-caddy-'));
  const file = join(folder, 'Caddyfile');
  const site = (await readFile(join(root, 'deploy', 'Caddyfile'), 'utf8'))
    .replace('convert.example.com {', `https://localhost:${port} {\n\ttls internal`)
    .replace('127.0.0.1:8080', service.replace('http://', ''));
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${site}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env });
  return running(child, folder, port);
}

async function running(child: ChildProcess, folder: string, port: number): Promise<Proxy> {
  const url = `https://localhost:${port}`;
  await eventually(async () => (await askInsecurely(`${url}/health`).catch(() => null)) !== null, `${url} answers`, 60);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Said {
  status: number;
  type: string;
  body: string;
}

/** By curl, which trusts the proxy's certificate. */
export async function askInsecurely(url: string, ...options: string[]): Promise<Said> {
  const { stdout } = await promisify(execFile)(
    'curl',
    ['-sk', '--max-time', '200', '-w', '\n%{http_code} %{content_type}', ...options, url],
    { maxBuffer: 64 << 20 },
  );
  const end = stdout.lastIndexOf('\n');
  const [status, type = ''] = stdout.slice(end + 1).split(' ');
  if (status === '000') throw new Error('no answer');
  return { status: Number(status), type, body: stdout.slice(0, end) };
}
