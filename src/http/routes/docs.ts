// GET /docs and the pages below it, /docs/api-reference, and /openapi.json: generated from this repository alone.
import { documentSchema } from '#core/document-blocks.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Admission } from '#service/roles.ts';
import { openApiDocument } from '#reference/openapi.ts';
import { builtDocs } from '#reference/site/built.ts';
import { onceFound } from '#reference/current-build.ts';
import { explorerScript } from '#reference/site/explorer.ts';
import { explorerPage, explorerStart } from '#reference/site/explorer-page.ts';
import { withAddress } from '#reference/site/own-address.ts';
import { addressByFile, allPages, type Pages } from '#reference/site/pages.ts';
import { renderPage } from '#reference/site/render.ts';
import { builtFiles } from '#transport/built-files.ts';
import { originOf, type Addressed } from '../origin.ts';

const site = join(import.meta.dirname, '..', '..', 'reference', 'site');

/** Style sheet, scripts and search are this service's own; the text is this repository's. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The policy for Scalar, which writes styles into its page, and only contacts this service. */
const explorerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'";

/** The number of rendered pages to keep; all pages would be a few megabytes. */
const maxKept = 60;

type Documented = Pick<Admission, 'tools'> & Addressed;

export async function docsRoutes(app: FastifyInstance, service: Documented): Promise<void> {
  const built = onceFound(() => {
    const found = builtDocs();
    // Pages that were rendered before have no colours.
    if (found !== null) kept.clear();
    return found;
  });
  let pages: Pages | undefined;
  const kept = new Map<string, string>();
  const sendHtml = (reply: FastifyReply, policy: string, page: string) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page);
  const sendPage = (request: FastifyRequest, reply: FastifyReply, address: string) => {
    pages ??= allPages(service.tools);
    const page = pages.get(address);
    if (page === undefined) {
      const meant = addressByFile(pages, address);
      if (meant === undefined) throw new Failure('not_found');
      return reply.redirect(meant, 301);
    }
    const build = built();
    const html = kept.get(address) ?? renderPage(page, pages, build);
    // The most recently used entry stays longest.
    kept.delete(address);
    kept.set(address, html);
    for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest);
    return sendHtml(reply, pagePolicy, withAddress(html, page, originOf(request, service)));
  };

  app.get('/openapi.json', () => openApiDocument(service.tools, `${service.publicUrl()}/v1`));
  app.get('/document.schema.json', () => documentSchema());
  app.get('/docs', (request, reply) => sendPage(request, reply, '/docs'));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    sendPage(request, reply, `/docs/${request.params['*'].replace(/\/$/, '')}`),
  );
  app.get('/docs/api-reference', (_request, reply) => sendHtml(reply, explorerPolicy, explorerPage(built())));

  const sendFile = (name: string, type: string) =>
    app.get(`/docs/assets/${name}`, (_request, reply) => reply.type(type).send(readFileSync(join(site, name))));
  sendFile('site.css', 'text/css; charset=utf-8');
  sendFile('text.css', 'text/css; charset=utf-8');
  sendFile('explorer.css', 'text/css; charset=utf-8');
  sendFile('icon.svg', 'image/svg+xml');
  app.get('/docs/assets/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(explorerStart),
  );
  app.get('/docs/assets/explorer.js', async (_request, reply) =>
    reply
      .headers({ 'Content-Encoding': 'gzip', 'Cache-Control': 'public, max-age=86400' })
      .type('text/javascript; charset=utf-8')
      .send(await explorerScript()),
  );
  await app.register(
    builtFiles({
      path: '/docs/assets/:build/*',
      folder: ({ build }) => (built()?.name === build ? (built()?.assets ?? null) : null),
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    }),
  );
}
