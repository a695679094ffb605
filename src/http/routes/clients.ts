// GET /clients/…: the packages of the clients, for npm, pip and Composer; no key is needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { composerIndex } from '#reference/clients/packages.ts';
import { currentBuild } from '#reference/current-build.ts';
import { originOf, type Addressed } from '../origin.ts';

export async function clientRoutes(app: FastifyInstance, service: Addressed): Promise<void> {
  const build = currentBuild('clients');
  if (build === null) return;
  const index = readFileSync(join(build.folder, 'packages.json'), 'utf8');
  app.get('/clients/packages.json', (request, reply) =>
    reply.type('application/json; charset=utf-8').send(composerIndex(index, originOf(request, service))),
  );
  await app.register(fastifyStatic, {
    root: build.folder,
    prefix: '/clients/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
    setHeaders: (reply, path) => {
      if (path.endsWith('.tgz')) reply.header('Content-Type', 'application/gzip');
      if (path.endsWith('SHA256SUMS')) reply.header('Content-Type', 'text/plain; charset=utf-8');
    },
  });
}
