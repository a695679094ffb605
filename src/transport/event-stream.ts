// Server-sent events (HTML, section 9.2) as a response that stays open until it ends, its client leaves, or the service stops.
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { MiB } from '#core/bytes.ts';
import { whenAborted } from '#core/when-aborted.ts';
import type { Conversions } from '#service/roles.ts';

/** The interval of comments, which keep proxies from closing an idle connection. */
const commentMs = 15_000;
/** The limit of unread data. */
const maxUnreadBytes = MiB;

export class EventStream {
  readonly #body = new PassThrough();
  readonly #held: Disposable;

  /** Holds a response. @throws server_busy when the account already has too many held responses */
  constructor({ held }: Pick<Conversions, 'held'>, accountId: string) {
    this.#held = held.acquire(accountId);
    const comments = setInterval(() => this.#write(':\n\n'), commentMs);
    const closing = whenAborted(held.closing, () => this.end());
    this.#body.once('close', () => {
      clearInterval(comments);
      closing[Symbol.dispose]();
      this.#held[Symbol.dispose]();
    });
    this.#write(':\n\n');
  }

  get isOver(): boolean {
    return this.#body.writableEnded || this.#body.destroyed;
  }

  send(event: string, { id, data }: { id?: string; data: object }): void {
    const lines = [`event: ${event}`, ...(id === undefined ? [] : [`id: ${id}`]), `data: ${JSON.stringify(data)}`];
    this.#write(`${lines.join('\n')}\n\n`);
  }

  #write(text: string): void {
    if (this.isOver) return;
    this.#body.write(text);
    // A client that does not read gets no end of the stream: its unread data is dropped.
    if (this.#body.writableLength > maxUnreadBytes) this.#body.destroy();
  }

  end(): void {
    this.#body.end();
  }

  /** Answers with the stream, and disposes of `source` when it is over; for HEAD, that is at once. */
  answer(reply: FastifyReply, source: Disposable): FastifyReply {
    this.#body.once('close', () => source[Symbol.dispose]());
    // Fastify then reads the stream but sends nothing.
    if (reply.request.method === 'HEAD') this.end();
    return reply
      .headers({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      .send(this.#body);
  }
}
