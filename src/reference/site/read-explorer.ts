// Writes Scalar's script, compressed, to standard output: a process of its own, see explorer.ts.
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const app = Fastify();
await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
const { rawPayload } = await app.inject('/reference/js/scalar.js');
process.stdout.write(gzipSync(rawPayload));
