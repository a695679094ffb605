// An asynchronous conversion.
import { sleep, type CallOptions, type Connection } from './connection.ts';
import { bodyOf, errorIn, PlatenError } from './errors.ts';
import { eventsIn, type JobEvent } from './events.ts';
import { Result, type JobBody } from './result.ts';

/** How long the service delays its response, in seconds (long polling). */
const heldSeconds = 30;
const ends: readonly string[] = ['succeeded', 'rejected', 'failed', 'deleted'];

export class Job {
  readonly id: string;
  readonly #connection: Connection;
  readonly #path: string;
  /** From a service that responds with the result. */
  readonly #done: Result | undefined;

  constructor(connection: Connection, id: string, done?: Result) {
    this.id = id;
    this.#connection = connection;
    this.#path = `/v1/job/${encodeURIComponent(id)}`;
    this.#done = done;
  }

  /** The result, once the job has ended. @throws the same errors as a synchronous call */
  async wait(call: CallOptions = {}): Promise<Result> {
    if (this.#done !== undefined) return this.#done;
    return await this.#connection.timed(call, async (deadline) => {
      for (;;) {
        const began = Date.now();
        try {
          const headers = { Prefer: `wait=${heldSeconds}` };
          const ask = { path: this.#path, headers };
          return await this.#connection.within(
            deadline,
            ask,
            async (answer) => new Result(this.#connection, await bodyOf<JobBody>(answer)),
          );
        } catch (error) {
          if (!isPending(error)) throw asOutcome(error);
          // A service without long polling is asked again after a delay.
          const rest = (error.retryAfter ?? 1) * 1000 - (Date.now() - began);
          if (rest > 0) await sleep(rest, deadline);
        }
      }
    });
  }

  /** `pending`, `success`, `rejected`, `failed`, or `deleted`. */
  async status(call: CallOptions = {}): Promise<string> {
    if (this.#done !== undefined) return 'success';
    try {
      await this.#connection.call({ path: this.#path }, call, bodyOf);
      return 'success';
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      if (error.code === 'job_not_ready') return String(error.fields['status']);
      if (error.code === 'job_deleted') return 'deleted';
      throw error;
    }
  }

  /** The events of the job, until its end; a broken stream is resumed. */
  async *events(call: CallOptions = {}): AsyncGenerator<JobEvent, undefined> {
    const deadline = this.#connection.deadline(call);
    const connection = this.#connection;
    let last = '';
    try {
      for (let tries = 0; ; tries++) {
        try {
          const headers: Record<string, string> = {
            Accept: 'text/event-stream',
            ...(last === '' ? {} : { 'Last-Event-ID': last }),
          };
          const answer = await connection.once(
            deadline,
            { path: `${this.#path}/events`, headers },
            (response) => response,
          );
          for await (const { id, ...event } of eventsIn(answer)) {
            [last, tries] = [id, 0];
            yield event;
            if (ends.includes(event.event)) return;
          }
          throw new TypeError('the stream ended');
        } catch (error) {
          await connection.pause(connection.asError(error, deadline), tries, deadline);
        }
      }
    } finally {
      deadline.end();
    }
  }

  /** Stops the conversion; if it has already ended, deletes its file. */
  async cancel(call: CallOptions = {}): Promise<void> {
    await this.#connection.call({ method: 'DELETE', path: this.#path }, call, (answer) => answer.body?.cancel());
  }
}

const isPending = (error: unknown): error is PlatenError =>
  error instanceof PlatenError && error.code === 'job_not_ready' && error.fields['status'] === 'pending';

/** The error that ended the job, instead of the error that it has no result. */
function asOutcome(error: unknown): unknown {
  if (!(error instanceof PlatenError) || error.code !== 'job_not_ready') return error;
  const outcome = error.fields['outcome'] as Record<string, unknown> | null | undefined;
  return outcome === undefined || outcome === null
    ? error
    : errorIn(
        outcome,
        outcome['error'] === 'conversion_timeout' ? 504 : error.fields['status'] === 'failed' ? 500 : 422,
      );
}
