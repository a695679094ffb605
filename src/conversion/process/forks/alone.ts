// A single process of a program that forks, in its own sandbox without a parent, if children are not available.
import { join } from 'node:path';
import { whenAborted } from '#core/when-aborted.ts';
import { lineReader } from '../lines.ts';
import { goLast } from '../priority.ts';
import { signalOf } from '../program.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Child, ChildEnd } from './child.ts';
import type { ForkingProgram } from './forks.ts';

/** Starts the process, and waits until it can take a document or has ended. @throws the signal's reason */
export async function startAlone(
  sandbox: Pick<Sandbox, 'start'>,
  command: ForkingProgram,
  signal?: AbortSignal,
): Promise<Child> {
  const host = await sandbox.start(command);
  let onLine: (fields: string[]) => void = () => {};
  let hasBegun = false;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const ended = host
    .finish({
      keepsListening: true,
      timeoutMs: Infinity,
      onStdout: lineReader((line) => {
        if (line !== 'waiting') return onLine(line.split('\t'));
        hasBegun = true;
        begin();
      }),
    })
    .then(
      (result) => `${signalOf(result) ?? `exit ${result.status}`} ${result.stderr.slice(-300)}`,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    .then((how): ChildEnd => ({ how, hasBegun }));
  const kill = () => host.kill();
  {
    using _leaving = whenAborted(signal, kill);
    await Promise.race([begun, ended]);
  }
  if (signal?.aborted === true) {
    await ended;
    await host[Symbol.asyncDispose]();
    throw signal.reason;
  }
  const end = async () => {
    host.kill();
    await ended;
  };
  return {
    folder: host.root,
    copyIn: (file, name) => host.copyIn(file, join(host.root, name)),
    ended,
    // The process has no id, because it is the only one.
    say: (verb, ...fields) => host.send(`${[verb, '', ...fields].join('\t')}\n`),
    listen: (listener) => void (onLine = listener),
    giveWay: () => void (host.pid !== undefined && goLast(host.pid)),
    countKilled: () => {},
    end,
    async [Symbol.asyncDispose]() {
      await end();
      await host[Symbol.asyncDispose]();
    },
  };
}
