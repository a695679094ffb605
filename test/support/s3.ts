// A server of S3's protocol on a temporary folder and a random port of this machine.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type S3rver from 's3rver';
import type { Bucket } from '#core/bucket.ts';

export interface S3Server extends AsyncDisposable {
  bucket: Bucket;
  stop(): Promise<void>;
  start(): Promise<void>;
}

// The server's key pair, which it accepts from everybody.
process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';

let shared: Promise<S3Server> | undefined;
let services = 0;

/** A bucket of its own for each service of this process, on one server that ends with the process. */
export async function testBucket(): Promise<Bucket> {
  shared ??= startS3();
  return { ...(await shared).bucket, prefix: `service-${services++}/` };
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'));
  let port = 0;
  let server: S3rver | undefined;
  // Most tests need no server, and it is large.
  const { Server } = await import('./s3-mended.ts');
  const start = async () => {
    server = new Server({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'platen', configs: [] }],
    });
    ({ port } = await server.run());
  };
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  await start();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return {
    bucket: { name: 'platen', prefix: 'files/', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` },
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
