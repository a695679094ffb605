// A line between a browser and a service that is cut now and then.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CutLine extends AsyncDisposable {
  url: string;
  /** Bytes sent from the browser to the service. */
  readonly sentBytes: number;
  /** How often the line was cut. */
  readonly cuts: number;
}

/** Passes everything on to `target`; cuts every connection whenever a further one of `cutsAt` bytes has been sent. */
export async function startCutLine(target: string, cutsAt: readonly number[]): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let sentBytes = 0;
  let cuts = 0;
  const cut = () => {
    cuts += 1;
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
    near.on('data', (chunk) => {
      sentBytes += chunk.length;
      if (sentBytes >= (cutsAt[cuts] ?? Infinity)) return cut();
      if (!far.write(chunk)) {
        near.pause();
        far.once('drain', () => near.resume());
      }
    });
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sentBytes() {
      return sentBytes;
    },
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
