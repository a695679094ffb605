// The single-page application that Vite built: one HTML page for all paths, and immutable assets.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeMarkup } from '#core/markup.ts';
import type { Admission } from '#service/roles.ts';
import { currentBuild, onceFound } from '#reference/current-build.ts';
import { builtFiles } from '#transport/built-files.ts';
import { toolPages } from '../tool-titles.ts';
import { pages } from '../addresses.ts';
import { sendMessage } from './html.ts';
import { wordsFor, type Words } from './words.ts';

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

interface PageHead {
  title: string;
  about: string;
  /** Whether search engines may list it. */
  isPublic: boolean;
}

const dashboardHead: PageHead = { title: 'Platen', about: '', isPublic: false };
const frontHead = ({ say }: Words): PageHead => ({
  title: say('front_title'),
  about: say('front_about'),
  isPublic: true,
});

export async function dashboardPages(app: FastifyInstance, { tools }: Pick<Admission, 'tools'>): Promise<void> {
  const built = onceFound(() => {
    const build = currentBuild('dashboard');
    if (build === null) return null;
    return { page: readFileSync(join(build.folder, 'index.html'), 'utf8'), assets: join(build.folder, 'assets') };
  });
  await app.register(
    builtFiles({
      path: '/dashboard/assets/*',
      folder: () => built()?.assets ?? null,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    }),
  );
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    headIn: (words: Words) => PageHead = () => dashboardHead,
  ): FastifyReply => {
    const words = wordsFor(request);
    const page = built()?.page;
    if (page === undefined)
      return sendMessage(
        reply.header('Retry-After', '10'),
        503,
        words,
        words.say('not_built'),
        words.say('not_built_text', { setup: './platen setup' }),
      );
    const { title, about, isPublic } = headIn(words);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'Content-Security-Policy': policy(nonce),
        'Referrer-Policy': 'same-origin',
        'Cache-Control': 'no-store',
        'Cross-Origin-Opener-Policy': 'same-origin',
      })
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace('%CSP_NONCE%', nonce)
          .replace('%LANGUAGE%', words.language)
          .replace('%NOSCRIPT%', escapeMarkup(words.say('noscript')))
          .replace('%TITLE%', escapeMarkup(title))
          .replace('%ABOUT%', escapeMarkup(about))
          .replace('%ROBOTS%', isPublic ? 'index, follow' : 'noindex'),
      );
  };
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: (request, reply) => send(request, reply, frontHead) });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/tools',
    handler: (request, reply) =>
      send(request, reply, ({ say }) => ({
        title: `${say('tools_title')} · Platen`,
        about: say('front_about'),
        isPublic: true,
      })),
  });
  for (const own of toolPages(tools)) {
    const { address, tool } = own;
    const head = (words: Words): PageHead => {
      const { name, says } = words.tool(own);
      return { title: `${name} · Platen`, about: says, isPublic: true };
    };
    app.get(`/tools/${address}`, (request, reply) => send(request, reply, head));
    // By the name that the API has for it, too.
    if (
      !toolPages(tools).some((page) => page.address === tool) &&
      !app.hasRoute({ method: 'GET', url: `/tools/${tool}` })
    )
      app.get(`/tools/${tool}`, (_request, reply) => reply.redirect(`/tools/${address}`));
  }
  for (const url of Object.values(pages))
    app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => send(request, reply) });
  app.get('/dashboard/*', (request, reply) => send(request, reply.code(404)));
}
