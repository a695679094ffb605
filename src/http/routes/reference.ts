// GET /openapi.json, and the API reference at /docs (Swagger UI, self-hosted).
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Admission, Mail } from '#service/roles.ts';
import { openApiDocument } from '#reference/openapi.ts';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const served = ['/swagger-ui.css', '/swagger-ui-bundle.js'];

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platen API reference</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, defaultModelsExpandDepth: 0 });\n`;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export async function referenceRoutes(
  app: FastifyInstance,
  service: Pick<Admission, 'tools'> & Pick<Mail, 'publicUrl'>,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    index: false,
    allowedPath: (path) => served.includes(path),
  });
  app.get('/openapi.json', () => openApiDocument(service.tools, `${service.publicUrl()}/v1`));
  app.get('/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page),
  );
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
}
