// The single-page application that Vite built: one HTML page for all paths, and immutable assets.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ifAbsent } from '#core/absent.ts';
import { Failure } from '#core/failure.ts';
import { html, sendPage } from './html.ts';

/** Written by `setup/dashboard.sh`: a folder for each build, and the name of the current one. */
const builds = join(import.meta.dirname, '..', '..', '..', '.runtime', 'dashboard');

/** Paths of the application; for others it is sent with 404 and shows a page that says so. */
const addresses = [
  '/dashboard',
  '/dashboard/sign-in',
  '/dashboard/link',
  '/dashboard/confirm-address',
  '/dashboard/playground',
  '/dashboard/jobs',
  '/dashboard/keys',
  '/dashboard/shares',
  '/dashboard/plan',
  '/dashboard/settings',
  '/dashboard/admin',
];

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Inline style elements need the nonce; scripts may set style attributes without one.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export async function dashboardPages(app: FastifyInstance): Promise<void> {
  const built = join(builds, (await readFile(join(builds, 'current'), 'utf8').catch(ifAbsent('none'))).trim());
  const page = await readFile(join(built, 'index.html'), 'utf8').catch(ifAbsent(null));
  if (page !== null)
    await app.register(fastifyStatic, {
      root: join(built, 'assets'),
      prefix: '/dashboard/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
  const send = (reply: FastifyReply): FastifyReply => {
    if (page === null)
      return sendPage(
        reply,
        503,
        'The dashboard is not built',
        html`<h1>The dashboard is not built</h1>
          <p>Run <code>./platen setup</code>, or start Platen with <code>./platen serve</code>.</p>`,
      );
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'Content-Security-Policy': policy(nonce),
        'Referrer-Policy': 'same-origin',
        'Cache-Control': 'no-store',
        'Cross-Origin-Opener-Policy': 'same-origin',
      })
      .type('text/html; charset=utf-8')
      .send(page.replace('%CSP_NONCE%', nonce));
  };
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: (_request, reply) => reply.redirect('/dashboard') });
  for (const url of ['/dashboard/', ...addresses])
    app.route({ method: ['GET', 'HEAD'], url, handler: (_request, reply) => send(reply) });
  app.get('/dashboard/*', (request, reply) => {
    if (request.url.startsWith('/dashboard/api/')) throw new Failure('not_found');
    return send(reply.code(404));
  });
}
