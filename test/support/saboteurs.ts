// Tools whose engines misbehave, in the real sandbox; and one that only copies.
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { MiB } from '#core/bytes.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { defineEngine, startEngine } from '#conversion/engines/engine.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { tools } from '#conversion/tools/index.ts';
import { choice } from '#conversion/options/fields.ts';
import { defineTool, type Tool } from '#conversion/tools/tool.ts';

const saboteur = defineEngine({
  id: 'saboteur',
  program: 'sh',
  versions: { args: ['--version'], of: {} },
  calls: 'processes',
  failures: [[/broken document/, 'source_unreadable']],
  limits: { maxMemoryBytes: 256 * MiB, maxOutputBytes: 32 * MiB, maxProcesses: 48 },
  timeoutMs: 60_000,
  operations: (run) => ({
    run: (script: string, output: string, signal: AbortSignal, timeoutMs?: number) =>
      run(['-c', script, 'sh', { write: output }], { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
  }),
});

let folder: string | undefined;

/** One folder for all runs of this process, which goes with it. */
function scratch(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), 'platen-saboteur-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (folder = made);
}

export const runSaboteur = async (script: string, output: string, signal: AbortSignal, timeoutMs?: number) =>
  startEngine(saboteur, createSandbox(scratch())).run(script, output, signal, timeoutMs);

const scripted = (id: string, script: string, timeoutMs?: number): Tool =>
  defineTool({
    id,
    summary: 'A saboteur.',
    accepts: [formats.txt],
    files: { min: 1, max: 1 },
    options: z.strictObject({}),
    produces: { format: formats.txt, suffix: '' },
    errors: [],
    async run({ output, signal }) {
      await runSaboteur(script, output, signal, timeoutMs);
    },
  });

/** The texts that `copy` has copied, in the order of its work. */
export const copied: string[] = [];

const copy = defineTool({
  id: 'copy',
  summary: 'Copies.',
  accepts: [formats.txt],
  files: { min: 1, max: 1 },
  options: z.strictObject({
    mode: choice(['fast', 'slow'], 'invalid_format', 'How.').default('fast'),
    text: choice(['a'], 'invalid_format', 'What.').optional(),
  }),
  produces: { format: formats.txt, suffix: '-copied' },
  errors: [],
  async run({ inputs: [input], options, output, signal }) {
    copied.push(await readFile(input.path, 'utf8'));
    if (options['mode'] === 'slow') await runSaboteur('sleep 1', output, signal);
    await copyFile(input.path, output);
    return { warnings: options['text'] === undefined ? [] : ['a warning'] };
  },
});

/** An engine that only sleeps. */
const sleeper = defineTool({
  ...copy,
  id: 'sleep',
  options: z.strictObject({}),
  async run({ inputs: [input], output, signal }) {
    await sleep(1000, undefined, { signal });
    await copyFile(input.path, output);
  },
});

const wide = defineTool({
  ...copy,
  id: 'wide',
  files: { min: 1, max: 3 },
  options: z.strictObject({ kind: choice(['a'], 'invalid_format', 'Needed.') }),
});

const throws = defineTool({
  ...copy,
  id: 'refuses-late',
  options: z.strictObject({}),
  run: () => Promise.reject(new Failure('password_protected', { file: 'found late' })),
});

const moody = defineTool({
  ...copy,
  id: 'moody',
  options: z.strictObject({ mood: choice(['bad', 'good'], 'invalid_format', 'How it feels.').default('bad') }),
  async run({ inputs: [input], options, output, signal }) {
    if (options['mood'] === 'bad') await runSaboteur('exit 7', output, signal);
    await copyFile(input.path, output);
  },
});

const hasDied = new Set<string>();

/** Its engine is ended by a signal the first time that it sees a document. */
const diesOnce = defineTool({
  ...copy,
  id: 'dies-once',
  options: z.strictObject({}),
  async run({ inputs: [input], output, signal }) {
    if (!hasDied.has(output)) {
      hasDied.add(output);
      await runSaboteur('kill -SEGV $$', output, signal);
    }
    await copyFile(input.path, output);
  },
});

/** The tools that Platen serves without extensions, and these. */
export const withSaboteurs: readonly Tool[] = [
  ...tools.filter(({ isExtension }) => isExtension !== true),
  copy,
  sleeper,
  wide,
  moody,
  throws,
  scripted('hang', 'sleep 100'),
  scripted('slow', 'sleep 1; echo done > "$1"'),
  scripted('slower', 'sleep 5; echo done > "$1"'),
  scripted('too-slow', 'sleep 100', 300),
  scripted('crash', 'exit 7'),
  scripted('dies', 'kill -SEGV $$'),
  diesOnce,
  scripted('lies', 'exit 0'),
  scripted('broken', 'echo broken document >&2; exit 1'),
  scripted('memory-hog', 'head -c 2000000000 /dev/zero | tail -c 1900000000 > /dev/null'),
  scripted('disk-hog', 'while :; do dd if=/dev/zero of=/out/$(date +%N) bs=1M count=8 2>/dev/null; done'),
  scripted('fork-bomb', 'f() { f | f & }; f; sleep 5; echo x > "$1"'),
  scripted('link', 'ln -s /etc/passwd "$1"'),
];
