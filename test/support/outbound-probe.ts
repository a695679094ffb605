// Requests URLs from a separate network, where every host listens on port 80, and prints those that it reached.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { createAddressFilter } from '#service/outbound/address-filter.ts';
import { call } from '#service/outbound/call.ts';

const { urls, allowed } = JSON.parse(process.argv[2] ?? '') as { urls: string[]; allowed: string[] };
const filter = createAddressFilter(allowed);
let reached = 0;
const server = createServer((socket) => {
  reached += 1;
  socket.on('error', () => {});
  socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n');
}).listen(80, '::');
await once(server, 'listening');
const answers: Record<string, string> = {};
for (const url of urls)
  answers[url] = await call(
    { url, method: 'GET', headers: {}, maxBytes: 1024, signal: AbortSignal.timeout(5000) },
    filter,
  ).then(
    (answer) => String(answer.statusCode),
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error)),
  );
process.stdout.write(JSON.stringify({ reached, answers }));
process.exit(0);
