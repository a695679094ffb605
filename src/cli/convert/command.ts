// ./platen convert TOOL FILE… : a command for each tool, with the tool's own fields as options.
import { Option, type Command } from 'commander';
import { loadConfig } from '#config';
import { isReadable } from '#core/formats.ts';
import { checkCount, servingTool, withFields } from '#conversion/admit.ts';
import { isFailure } from '#core/failure.ts';
import { createTools, tools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { makePrivate } from '#service/files/private.ts';
import { ending, Stopped, UsageError, whole, type Define } from '../command.ts';
import { runBatch } from './batch.ts';
import { convertByService } from './by-service.ts';
import { callOf, chainIn, type ToolCall } from './tool-call.ts';
import { convertHere } from './here.ts';
import { asJson, asReceipt, asSentences, problemOf, statusOf, type Outcome } from './outcome.ts';
import { optionsOf, withPasswords } from './passwords.ts';
import { showProgress } from './progress.ts';
import { inOrder } from './order.ts';
import { sourcesOf } from './sources.ts';
import { tasksOf } from './tasks.ts';

const exits = `
Several tools in a row are one word: office-to-pdf+compress-pdf+protect-pdf. An option is that of every tool that has it,
--protect-pdf.password that of one.
Results go beside their files, or to -o. "-" is standard input and output.
A password is read from --password-file, from PLATEN_PASSWORD, or from the terminal (--password without a value).
Exit status: 0 when everything was converted, 1 when a file is missing or could not be, 2 for a wrong call, 3 for a failure that is not the file's
(a full disk, a service that cannot be reached), 130 and 143 when it was ended by SIGINT and SIGTERM.`;

export const convert: Define = (command, words) => {
  command
    .usage('<tool> <files...> [options]')
    .commandsGroup('Tools:')
    .addHelpText('after', exits)
    // The commands of `convert` are tools.
    .configureOutput({ outputError: (text, write) => write(text.replace('unknown command', 'there is no tool')) });
  for (const tool of tools) addCommand(command, callOf(tool));
  const chain = chainIn(words);
  if (chain !== undefined) addCommand(command, chain);
};

interface Options {
  output?: string;
  force?: true;
  skipExisting?: true;
  recursive?: true;
  jobs?: number;
  json?: true;
  quiet?: true;
  name: string;
  url?: string;
  key?: string;
}

function addCommand(parent: Command, call: ToolCall): void {
  const command = parent
    .command(`${call.id} <files...>`)
    .description(call.summary)
    .option('-o, --output <path>', 'file or folder to write to')
    .option('-f, --force', 'overwrite existing files')
    .addOption(new Option('--skip-existing', 'skip files that have a result already').conflicts('force'))
    .option('-r, --recursive', 'also take the files of nested folders')
    .option('-j, --jobs <count>', 'conversions at a time (PLATEN_CONCURRENCY)', whole('--jobs', { min: 1, max: 1024 }))
    .option('--json', 'print a line of JSON for each result')
    .addOption(new Option('-q, --quiet', 'print errors only').conflicts('json'))
    .option('--name <name>', 'file name of standard input; its extension decides between text and CSV', 'document')
    .option('--url <url>', 'address of a service that converts instead (PLATEN_URL)')
    .option('--key <key>', 'API key for it (PLATEN_API_KEY)')
    .addOption(new Option('--data <folder>').hideHelp())
    .addHelpText('after', exits);
  const names = new Map<string, string>();
  for (const field of call.options) {
    for (const option of optionsOf(field)) command.addOption(option);
    names.set(new Option(`--${field.name}`).attributeName(), field.name);
  }
  command.action(
    ending((files: string[], given: Options & Record<string, unknown>) => {
      const sent = Object.entries(given).flatMap(([attribute, value]) => {
        const name = names.get(attribute);
        return name !== undefined && typeof value === 'string' ? [[name, value] as const] : [];
      });
      return convertFiles(call, files, given, Object.fromEntries(sent));
    }),
  );
}

async function convertFiles(
  call: ToolCall,
  words: readonly string[],
  options: Options & Record<string, unknown>,
  sent: Record<string, string>,
): Promise<number> {
  const config = loadConfig(process.env);
  checkWords(words, options);
  const given = await withPasswords(call.options, { sent, options, fallback: config.password });
  const { called, tool: id, fields } = asUsage(() => call.read(createTools(config), given));
  const { tool } = withFields(servingTool(called, fields), fields);
  const isQuiet = options.quiet === true;
  let passedOver = 0;
  const sources = await sourcesOf(words, {
    tool,
    recursive: options.recursive ?? false,
    name: options.name,
    onPassedOver: () => (passedOver += 1),
  });
  if (tool.files.max > 1) asUsage(() => checkCount(tool, sources.length), tool);
  const tasks = await tasksOf(tool, sources, options.output);
  if (tasks.some(({ target }) => target === '-') && process.stdout.isTTY && !isReadable(tool.produces.format))
    throw new UsageError('the result would be written to the terminal: name a file with -o');

  const isBatch = tasks.length > 1;
  const showsReceipt = !isBatch && !isQuiet && process.stderr.isTTY;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Stopped(signal)));
  const jobs = Math.min(options.jobs ?? config.concurrency, tasks.length);
  const { url = config.serviceUrl, key = config.serviceKey } = options;
  if (url !== undefined && key === undefined)
    throw new UsageError('a service needs a key: --key KEY, or PLATEN_API_KEY in the environment');
  const umask = url === undefined ? makePrivate() : process.umask();
  await using converter =
    url === undefined
      ? await convertHere({
          config,
          tool: called,
          fields,
          jobs,
          umask,
          tasks: tasks.length,
          countPages: options.json === true || showsReceipt,
        })
      : convertByService({ url, key: key ?? '', tool: id, fields });

  using progress = showProgress(call.id, tasks.length, { isQuiet });
  const outcomes = await runBatch({
    tool,
    tasks: await inOrder(tasks, jobs),
    converter,
    jobs,
    existing: options.force ? 'overwrite' : options.skipExisting ? 'skip' : 'refuse',
    signal: stop.signal,
    onProgress: progress.far,
    onEnd(outcome) {
      progress.ended('problem' in outcome);
      if (options.json) progress.say(asJson(outcome), process.stdout);
      if (!isQuiet || 'problem' in outcome) for (const line of asSentences(outcome, isBatch)) progress.say(line);
      const receipt = showsReceipt ? asReceipt(outcome) : null;
      if (receipt !== null) progress.say(receipt);
    },
  });
  if (isBatch && !isQuiet) progress.say(summaryOf(outcomes));
  if (passedOver > 0 && !isQuiet)
    progress.say(`${passedOver === 1 ? '1 file' : `${passedOver} files`} passed over: not for ${call.id}`);
  return statusOf(outcomes);
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter((outcome) => 'problem' in outcome).length;
  const skipped = outcomes.filter((outcome) => 'isSkipped' in outcome).length;
  const made = `${outcomes.length - failed - skipped} of ${outcomes.length} converted`;
  // Measured since the command was called.
  const seconds = (performance.now() / 1000).toFixed(1);
  return `${made}${skipped > 0 ? `, ${skipped} skipped` : ''}${failed > 0 ? `, ${failed} failed` : ''}, in ${seconds} s`;
}

/** Turns an error that does not depend on the file into one of usage. @throws UsageError */
function asUsage<Value>(check: () => Value, tool?: Tool): Value {
  try {
    return check();
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { code, message } = problemOf(error, tool);
    throw new UsageError(`${code}: ${message}`, { code });
  }
}

function checkWords(words: readonly string[], { output, json }: Options): void {
  const fromInput = words.filter((word) => word === '-').length;
  if (fromInput > 1) throw new UsageError('standard input can be read only once');
  const toOutput = output === '-' || (output === undefined && fromInput > 0 && words[0] === '-');
  if (toOutput && json) throw new UsageError('--json and the result cannot both go to standard output');
}
