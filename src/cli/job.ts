// ./platen job …
import { findJob } from '#service/jobs/job-rows.ts';
import type { JobRow } from '#service/database/schema.ts';
import { openFiles } from '../compose.ts';
import { dataOption, type Define } from './command.ts';
import { onData, print, type DataContext, type DataOption } from './data.ts';

export const job: Define = (jobs) => {
  jobs
    .command('show <id>')
    .description('Show everything that is stored for a job.')
    .addOption(dataOption())
    .action(
      onData(async (context, id: string) => {
        const row = await jobOf(context, id);
        const { fingerprint: _, error, warnings, compression, ...fields } = row;
        const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
        print({
          ...fields,
          error: parsed(error),
          warnings: parsed(warnings),
          compression: parsed(compression),
          retained_inputs: await (await openFiles(context.config, context.db)).inputNames(row.id),
        });
      }),
    );

  jobs
    .command('input <id>')
    .description('Copy the input files of a failed job.')
    .requiredOption('-o, --output <file>', 'file to write; several files are numbered')
    .addOption(dataOption())
    .action(
      onData(async (context, id: string, { output }: DataOption & { output: string }) => {
        const row = await jobOf(context, id);
        const files = await openFiles(context.config, context.db);
        const inputs = await files.inputNames(row.id);
        if (inputs.length === 0) throw new Error(`no input of job ${id} is retained`);
        const targets = inputs.map((_, n) => (inputs.length === 1 ? output : `${output}.${n + 1}`));
        for (const [n, target] of targets.entries()) await files.copyInput(row.id, n, target);
        print(targets.join('\n'));
      }),
    );
};

async function jobOf({ db }: DataContext, id: string): Promise<JobRow> {
  const row = await findJob(db, id);
  if (row === undefined) throw new Error(`there is no job ${id}`);
  return row;
}
