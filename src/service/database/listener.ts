// Listens on a dedicated connection, which reconnects whenever it is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pauseMs } from '#core/pauses.ts';
import { connectionOptions } from './pool.ts';

const timeoutMs = 4000;
/** The interval of queries that detect a silently dead connection. */
const probeMs = 5000;
const pauses = { firstMs: 250, maxMs: 4_000 };

export type Listener = ReturnType<typeof startListener>;

export function startListener(url: string, channels: readonly string[]) {
  const callbacks = new Map<string, (payload: string) => void>();
  const connected: (() => void)[] = [];
  const closing = new AbortController();
  const closed = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  let failures = 0;

  /** Listens until the connection ends. */
  async function listen(): Promise<void> {
    const client = new Client(connectionOptions(url, timeoutMs));
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ channel, payload }) => callbacks.get(channel)?.(payload ?? ''));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${channel}`);
      failures = 0;
      ready.resolve();
      for (const missed of connected) missed();
      await Promise.race([lost, closed.promise, probe(client, closing.signal)]);
    } finally {
      // This is not awaited, because a server that hangs does not confirm the end.
      void client.end().catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      // Errors of the database are reported where it is used; this only tries again.
      await listen().catch(() => {});
      // Only the end of the listener cuts the pause short.
      await sleep(pauseMs(failures++, pauses), undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const ended = keepListening();
  return {
    /** Calls `callbacks` with the payload of each notification; channels are plain names. */
    on: (channel: string, callback: (payload: string) => void) => void callbacks.set(channel, callback),
    /** Calls `missed` after each connect, because earlier notifications have been missed. */
    onConnected: (missed: () => void) => void connected.push(missed),
    /** A promise that resolves after the first connect. */
    ready: ready.promise,
    async [Symbol.asyncDispose]() {
      closed.resolve();
      closing.abort();
      await ended;
    },
  };
}

/** Probes the connection until it no longer answers. */
async function probe(client: Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(probeMs, undefined, { signal, ref: false });
    await client.query('select 1');
  }
}
