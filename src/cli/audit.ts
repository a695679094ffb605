// ./platen audit JOB: shows everything that is still stored for a job.
import type { Config } from '#config';
import { isWellFormedId } from '#core/ids.ts';
import { findJob } from '#service/jobs/job-rows.ts';
import { remainsOf } from '#service/jobs/remains.ts';
import { openFiles } from '../compose.ts';
import { dataOption, UsageError, type Define } from './command.ts';
import { print, withData, type DataOption } from './data.ts';

/** Explains that other nodes have their own folders for work in progress. */
const elsewhere = ({ databaseUrl }: Config): string =>
  databaseUrl === undefined ? '' : ' Run the command on other nodes for their data folders.';

export const audit: Define = (command) => {
  command.addOption(dataOption()).action(async (jobId: string, values: DataOption) => {
    if (!isWellFormedId(jobId)) throw new UsageError(`"${jobId}" is not the identifier of a job`);
    await withData(values, async ({ db, config }) => {
      const files = await openFiles(config, db);
      const { rows, files: names, isStored } = await remainsOf({ db, files }, config.data, jobId);
      const row = await findJob(db, jobId);
      const hasContent = isStored || names.length > 0;
      print({
        job: jobId,
        state: row?.state ?? null,
        content: hasContent ? names : [],
        is_in_storage: isStored,
        rows_that_name_it: rows,
        looked_at: config.data,
        verdict: hasContent
          ? 'Content of this job is still stored.'
          : `Nothing of its content is stored: no input, no result, no preview, no shared copy.${elsewhere(config)}`,
      });
      process.exitCode = hasContent ? 1 : 0;
    });
  });
};
