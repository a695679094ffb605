// GET /docs and the pages below it, /docs/api-reference, and /openapi.json: made from this repository, with nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Admission, Mail } from '#service/roles.ts';
import { openApiDocument } from '#reference/openapi.ts';
import { pageHtml } from '#reference/site/page.ts';
import { pageFiles, readPage } from '#reference/site/pages.ts';
import { explorerScript } from '#reference/site/explorer.ts';

const style = join(import.meta.dirname, '..', '..', 'reference', 'site', 'site.css');

/** Nothing but a style sheet; the text is this repository's own. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
/** Scalar writes styles into its page, and asks this service alone. */
const explorerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'";

const explorer = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Platen</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/explorer.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

const start = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  documentDownloadType: 'json',
})});\n`;

export function docsRoutes(app: FastifyInstance, service: Pick<Admission, 'tools'> & Pick<Mail, 'publicUrl'>): void {
  const files = pageFiles();
  /** Rendered once, when it is asked for. */
  const rendered = new Map<string, string>();
  const sendHtml = (reply: FastifyReply, policy: string, page: string) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page);
  const sendPage = (reply: FastifyReply, address: string) => {
    const file = files.get(address);
    if (file === undefined) throw new Failure('not_found');
    const page = rendered.get(address) ?? pageHtml(readPage(file, files), address);
    rendered.set(address, page);
    return sendHtml(reply, pagePolicy, page);
  };

  app.get('/openapi.json', () => openApiDocument(service.tools, `${service.publicUrl()}/v1`));
  app.get('/docs', (_request, reply) => sendPage(reply, '/docs'));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    sendPage(reply, `/docs/${request.params['*'].replace(/\/$/, '')}`),
  );
  app.get('/docs/api-reference', (_request, reply) => sendHtml(reply, explorerPolicy, explorer));
  app.get('/docs/assets/site.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(readFileSync(style)),
  );
  app.get('/docs/assets/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  app.get('/docs/assets/explorer.js', async (_request, reply) =>
    reply
      .headers({ 'Content-Encoding': 'gzip', 'Cache-Control': 'public, max-age=86400' })
      .type('text/javascript; charset=utf-8')
      .send(await explorerScript()),
  );
}
