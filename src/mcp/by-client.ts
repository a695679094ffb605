// Performs a call through the API of a service: with progress if the caller wants it, until the caller cancels it.
import type { Progress as Work } from '#core/progress.ts';
import type { Input, Platen, Result, Step } from '#client';
import type { Call, Context } from './place.ts';
import { reportWork } from './progress.ts';

interface Pending {
  progress?: Work | null;
  position?: number | null;
}

/** @throws PlatenError */
export async function convertByClient(
  client: Platen,
  { what, fields }: Call,
  files: readonly Input[],
  { signal, progress }: Context,
): Promise<Result> {
  await progress.report(0, 'The files are sent.');
  const result =
    'steps' in what
      ? await client.pipeline(files, what.steps as unknown as readonly Step[], { signal })
      : progress.isWanted
        ? await withProgress(client, what.tool.id, { files, fields, context: { signal, progress } })
        : await client.convert(what.tool.id, files, fields, { signal });
  await progress.report(0.95, 'The conversion is done.');
  return result;
}

interface Watched {
  files: readonly Input[];
  fields: Call['fields'];
  context: Context;
}

/** As an asynchronous job, whose events are reported. */
async function withProgress(client: Platen, tool: string, { files, fields, context }: Watched): Promise<Result> {
  const { signal, progress } = context;
  const job = await client.start(tool, files, fields, { signal });
  try {
    await progress.report(0.05, 'The files have arrived.');
    await tellEvents(job, context);
    return await job.wait({ signal });
  } catch (error) {
    // Nobody waits for it any more.
    if (signal.aborted) await job.cancel().catch(() => {});
    throw error;
  }
}

type Job = Awaited<ReturnType<Platen['start']>>;

/** Until the job has ended; a service without events is waited for. */
async function tellEvents(job: Job, { signal, progress }: Context): Promise<void> {
  try {
    for await (const { event, data } of job.events({ signal })) {
      const { progress: far, position } = data as Pending;
      if (event !== 'progress') return;
      if (typeof position === 'number') await progress.report(0.06, `${position} conversions ahead of it.`);
      else if (far) await reportWork(progress, far);
      else await progress.report(0.1, 'Converting...');
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
}
