// A probe in the place of every engine's program, in the sandbox of the engine.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEngines } from '#conversion/engines/index.ts';
import { createSandbox, type Sandbox } from '#conversion/process/sandbox/sandbox.ts';

export const root = join(import.meta.dirname, '..', '..');

/** Compiles `NAME.c` of this folder. @returns where the program is */
export async function compileProbe(folder: string, name: string, others: readonly string[] = []): Promise<string> {
  const program = join(folder, name);
  await promisify(execFile)('cc', ['-o', program, join(import.meta.dirname, `${name}.c`), ...others]);
  return program;
}

export const linesOf = (stdout: Buffer | string) => stdout.toString().split('\n').filter(Boolean);

/** Starts it in the place of every program. @returns what it printed, by the program's name */
export async function probeEngines(
  folder: string,
  probe: string,
  env: Record<string, string> = {},
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const sandbox = probing(createSandbox(folder), probe, env, found);
  const file = join(root, 'package.json');
  const output = join(folder, 'out.pdf');
  for (const warmProcesses of [0, 1]) {
    const engines = startEngines(sandbox, folder, { warmProcesses });
    if (warmProcesses > 0) engines.warmUp();
    const task = { format: 'docx' };
    const signal = AbortSignal.timeout(60_000);
    const calls: (() => Promise<unknown>)[] = [
      () => engines.libreoffice.convert({ input: file, output, to: 'pdf', family: 'writer' }),
      () => engines.libreoffice.convert({ input: file, output, to: 'pdf', family: 'writer', needsOwnStart: true }),
      () => engines.chromium.print(folder, output),
      () => engines.ghostscript.toPdf(file, output, { isEps: false }),
      () => engines.heif.pictures(file),
      () => engines.heif.decode(file, output, { as: 'png' }),
      () => engines.textLines.line('text', signal),
      () => engines.documents.markJpeg(file, output),
      () => engines.inspectors.run('officeNeedsOwnStart', task, { files: { document: file }, signal }),
      async () => (await engines.pdf.begin(signal)).open(file),
    ];
    for (const call of calls) await assert.rejects(call());
    await engines.stop();
  }
  return found;
}

function probing(sandbox: Sandbox, probe: string, env: Record<string, string>, found: Map<string, string[]>): Sandbox {
  const probed = (program: string, stdout: Buffer): never => {
    found.set(program.split('/').at(-1) ?? '', linesOf(stdout));
    throw new Error('probed');
  };
  const inPlaceOf = <Command extends Parameters<Sandbox['run' | 'start']>[0]>(command: Command) => ({
    ...command,
    program: probe,
    alsoRead: [...(command.alsoRead ?? []), probe],
    env: { ...command.env, ...env },
  });
  return {
    kind: sandbox.kind,
    async run(command) {
      const { stdout } = await sandbox.run({ ...inPlaceOf(command), args: [] }, () => false);
      return probed(command.program, stdout);
    },
    async start(command) {
      await using program = await sandbox.start({ ...inPlaceOf(command), args: () => [] });
      const { stdout } = await program.finish({ timeoutMs: 20_000 });
      const kind = command.mayNest === true ? ', which forks' : '';
      return probed(`${command.program}${kind}`, stdout);
    },
  };
}
