// GET /v1/job/{jobId}/events: what becomes of a job, as server-sent events (HTML, section 9.2).
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorBodyWithLink } from '#core/error-body.ts';
import { Failure } from '#core/failure.ts';
import { whenAborted } from '#core/when-aborted.ts';
import { jobBody, jobOrErrorBody } from '#service/jobs/job-body.ts';
import { ownJob } from '#service/jobs/read.ts';
import type { WatchedJob } from '#service/later/watch.ts';
import { requireScope } from '#transport/scopes.ts';
import { busy } from '#transport/admission.ts';
import type { Api } from '../app.ts';
import { authenticate, type KeyCaller, type Keys } from '../authenticate.ts';
import { pendingFields } from '../pending.ts';

interface JobParams {
  Params: { jobId: string };
}

/** So that nothing between takes the connection for dead. */
const commentMs = 15_000;

export const eventRoute = (app: FastifyInstance, service: Api & Keys): void =>
  void app.get<JobParams>('/job/:jobId/events', async (request, reply) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'read');
    const job = await ownJob(service, caller.keyId, request.params.jobId);
    // What is gone before anybody listened is an error, as for GET /job.
    if (['success', 'deleted', 'expired'].includes(job.state)) jobBody(service, job, caller.plan);
    const held = service.held.acquire(caller.account.id);
    if (held === null) throw busy();
    const stream = new JobEvents(service, caller, reply, job.id);
    stream.body.once('close', () => held[Symbol.dispose]());
    void reply.headers({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    return reply.send(stream.start(String(request.headers['last-event-id'] ?? '')));
  });

class JobEvents {
  readonly body = new PassThrough();
  readonly #service: Api;
  readonly #caller: KeyCaller;
  readonly #reply: FastifyReply;
  readonly #jobId: string;
  #last = '';
  #isBusy = false;

  constructor(service: Api, caller: KeyCaller, reply: FastifyReply, jobId: string) {
    this.#service = service;
    this.#caller = caller;
    this.#reply = reply;
    this.#jobId = jobId;
  }

  /** An event that the client has had already is not sent again. */
  start(lastEventId: string): PassThrough {
    this.#last = lastEventId;
    const { watch, held } = this.#service;
    const comments = setInterval(() => this.body.write(':\n\n'), commentMs);
    const watched = watch.watch(this.#jobId, (job) => void this.#heard(job));
    const closing = whenAborted(held.closing, () => this.body.end());
    this.body.once('close', () => {
      clearInterval(comments);
      watched[Symbol.dispose]();
      closing[Symbol.dispose]();
    });
    this.body.write(':\n\n');
    return this.body;
  }

  async #heard(job: WatchedJob | undefined): Promise<void> {
    // One at a time: the next look comes soon.
    if (this.#isBusy || this.body.writableEnded) return;
    this.#isBusy = true;
    try {
      if (job?.state === 'pending') await this.#progress(job);
      else this.#end(job);
    } catch (error) {
      this.#reply.log.warn({ err: error }, 'the events of a job could not be sent');
      this.body.end();
    } finally {
      this.#isBusy = false;
    }
  }

  async #progress(job: WatchedJob): Promise<void> {
    const fields = await pendingFields(this.#service, job);
    const { progress, position } = fields;
    const at = `pending-${position ?? 'runs'}-${progress?.done ?? 0}`;
    if (at === this.#last) return;
    this.#send('progress', at, fields);
  }

  #end(job: WatchedJob | undefined): void {
    const state = job?.state ?? 'deleted';
    const name = state === 'success' || state === 'expired' ? 'succeeded' : state;
    const { plan } = this.#caller;
    const body =
      job === undefined
        ? errorBodyWithLink(new Failure('job_deleted'), this.#service.publicUrl())
        : jobOrErrorBody(this.#service, job, plan);
    this.#send(name, name, body);
    this.body.end();
  }

  #send(event: string, id: string, data: object): void {
    this.#last = id;
    this.body.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
