// An engine: an external program, its version probe, its operations, and the meaning of its error messages.
import { Breakdown } from '#core/breakdown.ts';
import { DeadlinePassed } from '#core/deadline.ts';
import type { ErrorCode } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import type { Limits } from '#conversion/process/bubblewrap.ts';
import { OutputOverflow, signalOf, type ProgramResult } from '#conversion/process/program.ts';
import type { Requirement } from '#conversion/process/requirement.ts';
import type { Argument, Sandbox, SandboxedCommand } from '#conversion/process/sandbox/sandbox.ts';
import { LimitExceeded } from '#conversion/process/watchdog.ts';

/** An error code that an engine's message can map to directly, since it has no required fields. */
export type EngineFailure = Extract<ErrorCode, 'source_unreadable' | 'output_too_large'>;

export interface RunOptions extends Partial<Omit<SandboxedCommand, 'program' | 'args'>> {
  /** Exit statuses that are not failures; by default 0 and the engine's own `goodStatuses`. */
  goodStatuses?: readonly number[];
}

export type Run = (args: readonly Argument[], options?: RunOptions) => Promise<ProgramResult>;

export interface Engine<Operations> extends Requirement {
  /** Exit statuses that mean that there is a result; by default only 0. */
  goodStatuses?: readonly number[];
  /** Patterns of the program's standard error, and the error code for each. The first match wins. */
  failures: readonly (readonly [RegExp, EngineFailure])[];
  limits?: Partial<Limits>;
  /** The family of system calls that the program may make; by default `single` (process/native/calls.c). */
  calls?: SandboxedCommand['calls'];
  /** The engine's time limit for one operation. */
  timeoutMs: number;
  operations: (run: Run) => Operations;
}

/**
 * Defines a program that starts for each document.
 * @example
 * defineEngine({
 *   id: 'heif',
 *   program: 'heif-dec',
 *   versions: { args: ['--version'], of: { 'heif-dec': { pattern: /(\d+\.\d+\.\d+)/, atLeast: '1.15' } } },
 *   packages: { newer: ['libheif-examples'] },
 *   failures: [[/Invalid input/, 'source_unreadable']],
 *   limits: { maxMemoryBytes: 2048 * MiB },
 *   timeoutMs: 60_000,
 *   operations: (run) => ({
 *     decode: (input: string, output: string, signal?: AbortSignal) =>
 *       run([{ read: input }, { write: output }], { signal }),
 *   }),
 * });
 */
export const defineEngine = <Operations>(engine: Engine<Operations>): Engine<Operations> => engine;

/** Binds the engine's operations to a sandbox. Every operation throws a {@link Failure} or the reason of its signal. */
export function startEngine<Operations>(engine: Engine<Operations>, sandbox: Sandbox): Operations {
  const { program, limits, calls } = engine;
  const run: Run = (args, { goodStatuses = engine.goodStatuses, timeoutMs = engine.timeoutMs, ...options } = {}) =>
    checked(engine, goodStatuses, (isGood) =>
      sandbox.run({ ...options, program, calls, args, timeoutMs, limits: { ...limits, ...options.limits } }, isGood),
    );
  return engine.operations(run);
}

/** Runs a program of the engine. @throws {@link Failure} for an exit status that is not good, a time limit or a limit of the sandbox */
export async function checked(
  engine: Pick<Engine<unknown>, 'id' | 'failures'>,
  goodStatuses: readonly number[] = [0],
  run: (isGood: (result: ProgramResult) => boolean) => Promise<ProgramResult>,
): Promise<ProgramResult> {
  const isGood = ({ status }: ProgramResult) => status !== null && goodStatuses.includes(status);
  try {
    const result = await run(isGood);
    if (isGood(result)) return result;
    throw complaint(engine, result);
  } catch (error) {
    throw asFailure(engine.id, error);
  }
}

function complaint(engine: Pick<Engine<unknown>, 'id' | 'failures'>, result: ProgramResult): Failure {
  const code = engine.failures.find(([pattern]) => pattern.test(result.stderr))?.[1];
  const cause = new Error(`${engine.id} ended with ${result.status ?? result.endedBy}: ${result.stderr.slice(-2000)}`);
  if (code !== undefined) return new Failure(code, {}, { cause });
  const by = signalOf(result);
  return new Failure(
    'conversion_failed',
    { engine: engine.id },
    { cause: by === undefined ? cause : new Breakdown(by, { cause }) },
  );
}

/** Turns the error of an aborted run into one for the client: out of time, over its limits, or simply broken. */
export function asFailure(engine: string, error: unknown): unknown {
  if (error instanceof DeadlinePassed)
    return new Failure('conversion_timeout', { engine, timeout_ms: error.timeoutMs }, { cause: error });
  if (error instanceof LimitExceeded && error.limit === 'output')
    return new Failure('output_too_large', {}, { cause: error });
  if (error instanceof LimitExceeded || error instanceof OutputOverflow) {
    const by = error instanceof LimitExceeded ? 'the limit of memory' : 'the limit of what it prints';
    return new Failure('conversion_failed', { engine }, { cause: new Breakdown(by, { cause: error }) });
  }
  if (isSystemError(error)) return new Failure('conversion_failed', { engine }, { cause: error });
  return error;
}

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error;
