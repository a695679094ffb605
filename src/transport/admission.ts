// Admits conversions of all routes: requests that can be refused without their files are refused before any file is read.
import type { FastifyReply } from 'fastify';
import { freeBytes } from '#core/disk.ts';
import { Failure } from '#core/failure.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { drainRetrySeconds } from '#service/drain.ts';
import type { OrderUser } from '#service/dispatch/dispatcher.ts';
import type { Caller, Payer, Received } from '#service/jobs/received.ts';
import type { Workspace } from '#service/jobs/workspace.ts';
import type { Admission, Conversions } from '#service/roles.ts';
import { countCall } from './rates.ts';
import { requireScope } from './scopes.ts';

/** The parts of the service that a converting route needs. */
export type Receiving = Admission & Conversions;

/** The requested conversion, and the source of its files. */
export interface Source {
  tool: Tool;
  /** Checks the request itself. Returns whether it repeats an earlier one, which is admitted without these checks. */
  check?: () => Promise<boolean>;
  checkSize?: () => void;
  /** Brings the files into the workspace; returns the tool if it is known only now. */
  take: (
    workspace: Workspace,
    signal: AbortSignal,
    reply: FastifyReply,
  ) => Promise<Pick<Received, 'files' | 'fields' | 'idempotencyKey'> & { tool?: Tool }>;
}

export const busy = (retry_after = 5) => new Failure('server_busy', { retry_after });

/** Checks in the order that the API promises; returns an upload slot. */
export async function admit<Who extends Caller>(
  service: Receiving,
  { payer, isClosing }: { payer: Pick<Payer<Who, never, never>, 'checkLeft'>; isClosing: () => boolean },
  { tool, check, checkSize }: Source,
  caller: Who,
  reply: FastifyReply,
): Promise<Disposable> {
  const { dispatcher, limits, config } = service;
  const { account, isVisitor = false, isAsync = false } = caller;
  const user = { accountId: account.id, isVisitor };
  await countCall(limits.convert, 'convert', caller.rateKey, reply);
  // The tools of a pipeline are not known before its fields.
  requireScope(caller, 'convert', tool.steps === undefined ? tool.id : undefined);
  const isKnown = (await check?.()) === true;
  if (!isKnown) {
    await checkEngineSeconds(service, user);
    await payer.checkLeft(caller);
  }
  checkSize?.();
  if (!isKnown) {
    const free = await freeSpace(service);
    if (service.drain.since !== null) throw busy(drainRetrySeconds);
    if (!isAsync && dispatcher.isFull({ ...user, tool: tool.id })) throw busy(dispatcher.retryAfterSeconds);
    if (isClosing() || free < config.minFreeBytes) throw busy();
  }
  const slot = service.uploads.acquire(account.id, { evenWhenFull: isKnown, isVisitor });
  if (slot === null) throw busy();
  return slot;
}

/** Refuses a caller who has used much engine time, while others wait. @throws rate_limited */
async function checkEngineSeconds(
  { limits, dispatcher }: Pick<Receiving, 'dispatcher' | 'limits'>,
  user: OrderUser,
): Promise<void> {
  const othersFor = dispatcher.secondsOfOthers(user);
  if (othersFor === 0) return;
  const exhaustedFor = await limits.engineSeconds.exhaustedFor(user);
  if (exhaustedFor === null) return;
  // The refusal ends with the hour, or when no other account has had to wait for a while.
  const retry_after = Math.ceil(Math.min(exhaustedFor, othersFor));
  throw new Failure('rate_limited', { retry_after, limit: 'engine_seconds' });
}

type Disk = Pick<Receiving, 'log'> & { config: Pick<Receiving['config'], 'data' | 'minFreeBytes'> };

/** Checks that the disk has room for more bytes. @throws server_busy */
export async function checkFreeSpace(service: Disk, bytes: number): Promise<void> {
  if ((await freeSpace(service)) - bytes < service.config.minFreeBytes) throw busy();
}

/** Returns the free space of the data folder; -1 if it cannot be determined. */
const freeSpace = ({ config, log }: Disk): Promise<number> =>
  freeBytes(config.data).catch((error: unknown) => {
    log.error({ err: error }, 'the free space of the data folder cannot be determined');
    return -1;
  });
