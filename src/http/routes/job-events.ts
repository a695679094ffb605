// GET /v1/job/{jobId}/events: the progress and the end of a job, as server-sent events.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorBodyWithLink } from '#core/error-body.ts';
import { Failure } from '#core/failure.ts';
import { jobBody, jobOrErrorBody } from '#service/jobs/job-body.ts';
import { pendingFields } from '#service/jobs/pending.ts';
import { ownJob } from '#service/jobs/read.ts';
import type { WatchedJob } from '#service/async/watch.ts';
import { EventStream } from '#transport/event-stream.ts';
import { requireScope } from '#transport/scopes.ts';
import type { Api } from '#service/roles.ts';
import { authenticate, type KeyCaller, type Keys } from '../authenticate.ts';

interface JobParams {
  Params: { jobId: string };
}

export const eventRoute = (app: FastifyInstance, service: Api & Keys): void =>
  void app.get<JobParams>('/job/:jobId/events', async (request, reply) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'read');
    const job = await ownJob(service, caller.keyId, request.params.jobId);
    // A job that is already gone is an error, as for GET /job.
    if (['success', 'deleted', 'expired'].includes(job.state)) jobBody(service, job, caller.plan);
    const stream = new EventStream(service, caller.account.id);
    const lastEventId = String(request.headers['last-event-id'] ?? '');
    const events = new JobEvents(service, { caller, reply, stream, lastEventId });
    return stream.answer(
      reply,
      service.watch.watch(job.id, (now) => void events.update(now)),
    );
  });

/** The interval for the position of a waiting job, whose query reads all orders. */
const placeMs = 1000;

interface Listener {
  caller: KeyCaller;
  reply: FastifyReply;
  stream: EventStream;
  /** The last event that the client has received, which is not sent again. */
  lastEventId: string;
}

class JobEvents {
  readonly #service: Api;
  readonly #listener: Listener;
  #last: string;
  #isBusy = false;
  /** When the position in the queue was last read. */
  #looked: { state: string; at: number } | undefined;

  constructor(service: Api, listener: Listener) {
    this.#service = service;
    this.#listener = listener;
    this.#last = listener.lastEventId;
  }

  async update(job: WatchedJob | undefined): Promise<void> {
    const { stream, reply } = this.#listener;
    // Runs one poll at a time, since the next one comes soon.
    if (this.#isBusy || stream.isOver) return;
    this.#isBusy = true;
    try {
      if (job?.state === 'pending') await this.#progress(job);
      else this.#end(job);
    } catch (error) {
      reply.log.warn({ err: error }, 'the events of a job could not be sent');
      stream.end();
    } finally {
      this.#isBusy = false;
    }
  }

  async #progress(job: WatchedJob): Promise<void> {
    const state = `${job.is_taken ?? 0} ${job.progress ?? ''}`;
    if (state === this.#looked?.state && performance.now() < this.#looked.at + placeMs) return;
    this.#looked = { state, at: performance.now() };
    const fields = await pendingFields(this.#service, job);
    const { progress, position } = fields;
    const at = `pending-${position ?? 'runs'}-${progress?.done ?? 0}`;
    if (at === this.#last) return;
    this.#send('progress', at, fields);
  }

  #end(job: WatchedJob | undefined): void {
    const state = job?.state ?? 'deleted';
    const name = state === 'success' || state === 'expired' ? 'succeeded' : state;
    const { plan } = this.#listener.caller;
    const body =
      job === undefined
        ? errorBodyWithLink(new Failure('job_deleted'), this.#service.publicUrl())
        : jobOrErrorBody(this.#service, job, plan);
    this.#send(name, name, body);
    this.#listener.stream.end();
  }

  #send(event: string, id: string, data: object): void {
    this.#last = id;
    this.#listener.stream.send(event, { id, data });
  }
}
