// ./platen convert TOOL FILE... : one conversion without a server, with the API's own checks and errors.
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '#config';
import { isFailure, type Failure } from '#core/failure.ts';
import { convert } from '#conversion/standalone.ts';
import { servingTool } from '#conversion/admit.ts';
import { createTools } from '#conversion/tools/index.ts';
import { makePrivate } from '#service/files/private.ts';
import { composeEngines } from '../compose.ts';
import { UsageError, type Command } from './command.ts';

interface Words {
  tool: string;
  files: string[];
  fields: Record<string, string>;
  output: string;
  json: boolean;
}

export const convertFiles: Command = {
  name: 'convert',
  usage: 'TOOL FILE... [--FIELD VALUE] -o OUT [--json]',
  summary: 'Convert files without a server.',
  async run(args) {
    const words = parse(args);
    const config = loadConfig(process.env);
    const tools = createTools(config);
    const called = tools.find(({ id }) => id === words.tool);
    if (called === undefined)
      throw new UsageError(`there is no tool "${words.tool}"; known are ${tools.map(({ id }) => id).join(', ')}`);
    const tool = servingTool(called, words.fields);
    const unknown = Object.keys(words.fields).find((field) => !(field in tool.options.shape));
    if (unknown !== undefined) throw new UsageError(`${tool.id} has no field --${unknown}`);

    const usual = makePrivate();
    const folder = await mkdtemp(join(tmpdir(), 'platen-'));
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
    try {
      using _progress = progressLine(tool.id);
      const arrivals = await Promise.all(words.files.map((file, n) => arrive(file, join(folder, `input-${n}`))));
      const output = join(folder, `result${tool.produces.format.extensions[0]}`);
      const call = {
        tool,
        arrivals,
        fields: words.fields,
        output,
        timeoutMs: config.conversionTimeoutMs,
        signal: stop.signal,
      };
      const engines = composeEngines(config, folder);
      const report = await convert(call, engines).finally(() => engines.stop());
      // The result is its caller's own file, like any that a program of theirs writes.
      process.umask(usual);
      await pipeline(createReadStream(output), createWriteStream(words.output));
      if (words.json) process.stdout.write(`${JSON.stringify({ output: words.output, ...report })}\n`);
      for (const warning of report.warnings ?? []) process.stderr.write(`warning: ${warning}\n`);
      return 0;
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (config.logLevel === 'debug') process.stderr.write(`${String(error.cause)}\n`);
      return fail(error, words.json);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function arrive(file: string, path: string) {
  await copyFile(file, path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code})`);
  });
  return { path, name: basename(file) };
}

function fail(failure: Failure, json: boolean): number {
  if (json) process.stdout.write(`${JSON.stringify({ error: failure.code, ...failure.fields })}\n`);
  process.stderr.write(`error: ${failure.code}: ${failure.message} ${failure.fix}\n`);
  return 1;
}

/** Fields are the API's, and their values may begin with `-`: an option parser that guesses would be in the way. */
function parse(args: readonly string[]): Words {
  const words: Words = { tool: '', files: [], fields: {}, output: '', json: false };
  const rest = [...args];
  const valueOf = (option: string): string => {
    const value = rest.shift();
    if (value === undefined) throw new UsageError(`${option} needs a value`);
    return value;
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const joined = /^--([a-z_]+)=(.*)$/s.exec(word);
    if (word === '-o' || word === '--output') words.output = valueOf(word);
    else if (word === '--json') words.json = true;
    else if (word === '--data') valueOf(word);
    else if (joined?.[1] === 'output') words.output = joined[2] ?? '';
    else if (joined !== null) words.fields[joined[1] ?? ''] = joined[2] ?? '';
    else if (/^--[a-z_]+$/.test(word)) words.fields[word.slice(2)] = valueOf(word);
    else if (word.startsWith('-') && word !== '-') throw new UsageError(`unknown option ${word}`);
    else if (words.tool === '') words.tool = word;
    else words.files.push(word);
  }
  if (words.tool === '') throw new UsageError('the tool is missing');
  if (words.output === '') throw new UsageError('-o OUT is missing');
  return words;
}

/** One line that counts the seconds, on a terminal only. */
function progressLine(what: string): Disposable {
  if (!process.stderr.isTTY) return { [Symbol.dispose]() {} };
  const began = performance.now();
  const show = () => process.stderr.write(`\r${what} … ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const timer = setInterval(show, 100).unref();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      process.stderr.write('\r\u001b[K');
    },
  };
}
