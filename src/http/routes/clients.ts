// GET /clients/…: the packages of the clients, for npm, pip and Composer; no key is needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import { composerIndex } from '#reference/clients/packages.ts';
import { currentBuild, onceFound } from '#reference/current-build.ts';
import { builtFiles } from '#transport/built-files.ts';
import { originOf, type Addressed } from '../origin.ts';

export async function clientRoutes(app: FastifyInstance, service: Addressed): Promise<void> {
  const build = onceFound(() => currentBuild('clients')?.folder ?? null);
  app.get('/clients/packages.json', (request, reply) => {
    const folder = build();
    if (folder === null) throw new Failure('not_found');
    const index = readFileSync(join(folder, 'packages.json'), 'utf8');
    return reply.type('application/json; charset=utf-8').send(composerIndex(index, originOf(request, service)));
  });
  await app.register(
    builtFiles({
      path: '/clients/*',
      folder: build,
      maxAge: '1h',
      setHeaders: (reply, path) => {
        if (path.endsWith('.tgz')) reply.header('Content-Type', 'application/gzip');
        if (path.endsWith('SHA256SUMS')) reply.header('Content-Type', 'text/plain; charset=utf-8');
      },
    }),
  );
}
