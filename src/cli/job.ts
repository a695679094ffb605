// ./platen job …
import { parseArgs } from 'node:util';
import { findJob } from '#service/jobs/job-rows.ts';
import { openFiles } from '../compose.ts';
import { requireAction, requireArgument, type Command } from './command.ts';
import { dataOption, print, withData } from './data.ts';

export const job: Command = {
  name: 'job',
  usage: 'show ID | input ID -o FILE',
  summary: 'Show a job; copy the retained input of a failed one.',
  async run(args) {
    const options = { ...dataOption, output: { type: 'string', short: 'o' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [first, id] = positionals;
    const action = requireAction(first, ['show', 'input']);
    return withData(values, async ({ db, config }) => {
      const row = await findJob(db, requireArgument(id, 'ID'));
      if (row === undefined) throw new Error(`there is no job ${id}`);
      const files = await openFiles(config);
      const inputs = await files.inputNames(row.id);
      if (action === 'show') {
        const { fingerprint: _, error, warnings, compression, ...fields } = row;
        const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
        return print({
          ...fields,
          error: parsed(error),
          warnings: parsed(warnings),
          compression: parsed(compression),
          retained_inputs: inputs,
        });
      }
      const output = requireArgument(values.output, '-o FILE');
      if (inputs.length === 0) throw new Error(`no input of job ${id} is retained`);
      const targets = inputs.map((_, n) => (inputs.length === 1 ? output : `${output}.${n + 1}`));
      for (const [n, target] of targets.entries()) await files.copyInput(row.id, n, target);
      print(targets.join('\n'));
    });
  },
};
