// WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = Buffer.from((process.env['WEBHOOK_SECRET'] ?? '').replace('whsec_', ''), 'base64');
const toleranceSeconds = 300;

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const header = (name: string) => String(headers[`webhook-${name}`]);
  if (!(Math.abs(Date.now() / 1000 - Number(header('timestamp'))) <= toleranceSeconds)) return false;
  const signed = createHmac('sha256', secret)
    .update(`${header('id')}.${header('timestamp')}.`)
    .update(body);
  const expected = signed.digest();
  // Several while the secret is being renewed: one that fits is enough.
  return header('signature')
    .split(' ')
    .some((signature) => {
      const [version, value = ''] = signature.split(',');
      const given = Buffer.from(value, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (isGenuine(request.headers, body)) {
    const { type, data } = JSON.parse(body.toString());
    console.log(type, data); // the same webhook-id may come twice
    response.writeHead(204).end();
  } else response.writeHead(401).end();
}).listen(Number(process.env['PORT'] ?? 3000));
