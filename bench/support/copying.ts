// A call that measures only the overhead of the service: a tool that copies a file of 1 KB.
import type { Server } from './server.ts';

/** From the upload to the answer; milliseconds. */
export async function timedCopy({ url, key }: Pick<Server, 'url' | 'key'>): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob(['x'.repeat(1024)]), 'small.txt');
  const began = performance.now();
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/convert/copy`, { method: 'POST', body, headers });
  if (response.status !== 200) throw new Error(await response.text());
  await response.arrayBuffer();
  return performance.now() - began;
}
