// ./platen COMMAND …
import { ConfigError } from '#config';
import { isFailure } from '#core/failure.ts';
import { version } from '#core/version.ts';
import { tools } from '#conversion/tools/index.ts';
import { account } from './account.ts';
import { bench } from './bench.ts';
import { UsageError, type Command } from './command.ts';
import { convertFiles } from './convert.ts';
import { data } from './data-copy.ts';
import { docs } from './docs.ts';
import { doctor } from './doctor.ts';
import { job } from './job.ts';
import { key } from './key.ts';
import { serve } from './serve.ts';
import { test } from './test.ts';

const commands: readonly Command[] = [serve, convertFiles, account, key, job, data, doctor, bench, docs, test];

function help(): string {
  const rows = (pairs: readonly (readonly [string, string])[]) => {
    const width = Math.max(...pairs.map(([left]) => left.length)) + 2;
    return pairs.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
  };
  return [
    'Platen converts documents. Usage: ./platen COMMAND …',
    '',
    rows(commands.map(({ name, usage, summary }) => [`${name} ${usage}`, summary])),
    '',
    'Tools of convert:',
    rows(
      tools.map((tool) => [
        [tool.id, ...Object.keys(tool.options.shape).map((field) => `[--${field} …]`)].join(' '),
        tool.summary,
      ]),
    ),
    '',
  ].join('\n');
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === 'version') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new UsageError(`there is no command "${name}"; ./platen --help lists them`);
  if (args.includes('--help')) {
    process.stdout.write(`./platen ${command.name} ${command.usage}\n${command.summary}\n`);
    return 0;
  }
  return command.run(args);
}

// Who reads our output may have seen enough of it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  const expected =
    isUsage || error instanceof ConfigError || isFailure(error) || process.env['PLATEN_LOG_LEVEL'] !== 'debug';
  process.stderr.write(`error: ${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
