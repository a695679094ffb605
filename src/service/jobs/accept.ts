// A conversion, from the complete upload to the settled job. Read it from top to bottom.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { deadline, type Deadline } from '#core/deadline.ts';
import { isFailure } from '#core/failure.ts';
import { ocrLanguageOf } from '#core/ocr.ts';
import { timeLimitOf } from '#conversion/time-limit.ts';
import { admitted, ignoredFields, type Arrival } from '#conversion/admit.ts';
import type { Step, Tool } from '#conversion/tools/tool.ts';
import { mergesFiles, type Plan } from '#service/accounts/plans.ts';
import type { Order, Outcome } from '#service/dispatch/dispatcher.ts';
import type { Conversions } from '#service/roles.ts';
import { traced } from '#service/traces/traces.ts';
import type { Caller, Payer, Received } from './received.ts';
import { Stopped } from './running.ts';

/** The parts of the service that a conversion needs from the complete upload to its outcome. */
type Accepting = Pick<Conversions, 'dispatcher' | 'metrics' | 'running' | 'traces'> & Limits;

interface Limits {
  config: Pick<Conversions['config'], 'conversionTimeoutMs' | 'queueWaitMs'>;
}

/**
 * Checks a call, reserves its conversion, dispatches the order and settles it by its outcome.
 * @throws {@link Failure}; {@link Stopped} when the client has disconnected
 */
export function accept<Who extends Caller, Row, Done>(
  call: Received<Who>,
  service: Accepting,
  payer: Payer<Who, Row, Done>,
): Promise<Done> {
  const { jobId, files, fields, workspace } = call;
  const { dispatcher, metrics, traces } = service;
  const attributes = { 'platen.job_id': jobId, 'platen.tool': call.tool.id };
  const ended = metrics.conversionSeconds.startTimer({ tool: call.tool.id });
  const convert = async (): Promise<Done> => {
    const { tool, options } = admitted(call.tool, files.length, fields, maxFilesOf(call.caller.plan));
    using limit = deadline(timeLimitOf(tool, options, service.config.conversionTimeoutMs), call.signal);
    const order = orderOf(call, tool, options, service, limit);
    // Measured before the files are moved to storage.
    const inputBytes = bytesOf(files);
    await using submission = await dispatcher.submit(order, workspace.path);
    const begun = await payer.begin(call, { tool, submission, inputBytes, signal: limit.signal });
    if ('done' in begun) return begun.done;
    using running = service.running.begin(jobId, limit.signal);
    const outcome = warned(await submission.outcome(running.signal), ignoredFields(tool, fields));
    const done = await traced(traces, 'settle', () => payer.settle(call, begun.row, outcome, submission));
    ended();
    return done;
  };
  return traced(traces, 'order', convert, { attributes });
}

/** Returns the number of files that a plan allows for a tool. */
export const maxFilesOf =
  ({ max_merge_files, max_files }: Plan) =>
  (tool: Tool): number =>
    mergesFiles(tool.files) ? max_merge_files : max_files;

/** Returns the total size of local files in bytes. */
export const bytesOf = (files: readonly Pick<Arrival, 'path'>[]): number =>
  files.reduce((sum, { path }) => sum + statSync(path).size, 0);

export const stepsToDo = (steps: readonly Step[]) => steps.map(({ tool, options }) => ({ tool: tool.id, options }));

/** Describes the conversion as data that any worker can perform. */
export function orderOf(
  { jobId, caller, files }: Pick<Received, 'jobId' | 'caller' | 'files'>,
  tool: Tool,
  options: Order['options'],
  { config, traces }: Pick<Conversions, 'traces'> & Limits,
  limit: Deadline,
): Order {
  const traceparent = traces.traceparent();
  const timeoutMs = timeLimitOf(tool, options, config.conversionTimeoutMs);
  const waitedMs = timeoutMs - limit.leftMs();
  const { language } = caller.account;
  return {
    jobId,
    accountId: caller.account.id,
    tool: tool.id,
    options:
      tool.steps === undefined
        ? inLanguageOf(language, tool, options)
        : {
            steps: stepsToDo(
              tool.steps.map((step) => ({ ...step, options: inLanguageOf(language, step.tool, step.options) })),
            ),
          },
    inputs: files.map(({ path, name }) => ({ file: basename(path), name })),
    output: `result${tool.produces.format.extensions[0]}`,
    timeoutMs,
    leftMs: limit.leftMs(),
    // The wait starts when the body is complete.
    startWithinMs: config.queueWaitMs - waitedMs,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(caller.isTest === true ? { isTest: true } : {}),
    ...(caller.isVisitor === true ? { isVisitor: true } : {}),
  };
}

/** Sets the languages of the text to the account's language where a tool has the field and the call does not say. */
const inLanguageOf = (language: string | undefined, tool: Tool, options: Order['options']): Order['options'] =>
  'languages' in tool.options.shape && options['languages'] === undefined
    ? { ...options, languages: ocrLanguageOf(language ?? 'en') }
    : options;

/** Adds warnings that the worker does not know about: fields that the tool does not have. */
export function warned(outcome: Outcome, warnings: readonly string[]): Outcome {
  if (outcome.kind === 'failure' || warnings.length === 0) return outcome;
  const { report } = outcome;
  return { ...outcome, report: { ...report, warnings: [...warnings, ...(report.warnings ?? [])] } };
}

/** Returns whether an error only means that the client has disconnected. */
export const isClientDisconnect = (error: unknown): boolean =>
  (error instanceof Stopped && error.by === 'client') ||
  (isFailure(error) && error.cause instanceof Stopped && error.cause.by === 'client');
