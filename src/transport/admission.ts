// Whether a conversion is let in, whichever way it comes: whatever can be refused without its files is refused before any of them
// is read.
import type { FastifyReply } from 'fastify';
import { freeBytes } from '#core/disk.ts';
import type { ErrorCode } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { OrderUser } from '#service/dispatch/dispatcher.ts';
import { checkBounds } from '#service/accounts/bounds.ts';
import { checkQuota, checkTests } from '#service/accounts/quota.ts';
import type { Caller, ConversionRequest } from '#service/jobs/accept.ts';
import type { Workspace } from '#service/jobs/workspace.ts';
import type { Admission, Conversions } from '#service/roles.ts';
import { countCall } from './rates.ts';
import { requireScope } from './scopes.ts';

/** The parts of the service that a converting route needs. */
export type Receiving = Admission & Conversions;

/** The sender of files, and the name for rate limits. */
export type Uploader = Pick<Caller, 'plan' | 'keyId' | 'rights' | 'isTest'> & {
  /** Its job is asynchronous: it waits in the database. */
  isLater?: boolean;
  account: { id: string };
  rateKey: string;
  /** Whether the sender is a visitor without an account. */
  isVisitor?: boolean;
};

/** The caller of a conversion that an account pays for. */
export interface Sender extends Caller {
  rateKey: string;
  isLater?: boolean;
}

/** The differences between payers. */
export interface Payment<Who extends Uploader> {
  /** @throws when the caller has nothing left */
  checkLeft: (caller: Who) => void | Promise<void>;
  /** Records a call that was refused before there was a job. */
  refused?: (caller: Who, tool: string | undefined, code: ErrorCode) => void;
}

/** Accounts pay from their quota. */
export const byAccount = (service: Receiving): Payment<Sender> => ({
  async checkLeft({ account, plan, isTest, isLater = false }) {
    if (isTest === true) checkTests(account, service.clock);
    else checkQuota(account, plan, service.clock, service.offerUpgrade);
    await checkBounds(service, account.id, { isLater });
  },
  refused({ account, keyId }, tool, code) {
    // The pages wait and send the file again, so that people do not have to do anything.
    if (keyId === null && (code === 'rate_limited' || code === 'server_busy')) return;
    service.refusals.note({ accountId: account.id, keyId, tool, code });
  },
});

/** The conversion that a request asks for, and where its files come from. */
export interface Called {
  tool: Tool;
  /** Checks the request itself. Returns whether it repeats an earlier one, which is let in whatever is left. */
  check?: () => Promise<boolean>;
  checkSize?: () => void;
  /** Brings the files into the workspace; names the tool where it is known only now. */
  take: (
    workspace: Workspace,
    signal: AbortSignal,
    reply: FastifyReply,
  ) => Promise<Pick<ConversionRequest, 'files' | 'fields' | 'idempotencyKey'> & { tool?: Tool }>;
}

export const busy = (retry_after = 5) => new Failure('server_busy', { retry_after });

/** Checks in the order that the API promises; returns the caller's slot, of those that it and the service have at a time. */
export async function admit<Who extends Uploader>(
  service: Receiving,
  { checkLeft, isClosing }: Payment<Who> & { isClosing: () => boolean },
  { tool, check, checkSize }: Called,
  caller: Who,
  reply: FastifyReply,
): Promise<Disposable> {
  const { dispatcher, limits, config } = service;
  const { account, isVisitor = false, isLater = false } = caller;
  const user = { accountId: account.id, isVisitor };
  await countCall(limits.convert, 'convert', caller.rateKey, reply);
  // The tools of a pipeline are known when its fields are.
  requireScope(caller, 'convert', tool.steps === undefined ? tool.id : undefined);
  const isKnown = (await check?.()) === true;
  if (!isKnown) {
    await checkEngineSeconds(service, user);
    await checkLeft(caller);
  }
  checkSize?.();
  if (!isKnown) {
    const free = await freeSpace(service);
    if (!isLater && dispatcher.isFull({ ...user, tool: tool.id })) throw busy(dispatcher.retryAfterSeconds);
    if (isClosing() || free < config.minFreeBytes) throw busy();
  }
  const slot = service.uploads.acquire(account.id, { evenWhenFull: isKnown, isVisitor });
  if (slot === null) throw busy();
  return slot;
}

/** Refuses a caller who has used much engine time, while others wait. @throws rate_limited */
async function checkEngineSeconds({ limits, dispatcher }: Receiving, user: OrderUser): Promise<void> {
  const othersFor = dispatcher.secondsOfOthers(user);
  if (othersFor === 0) return;
  const exhaustedFor = await limits.engineSeconds.exhaustedFor(user);
  if (exhaustedFor === null) return;
  // It ends with the hour, or when no other account has had to wait for a while.
  const retry_after = Math.ceil(Math.min(exhaustedFor, othersFor));
  throw new Failure('rate_limited', { retry_after, limit: 'engine_seconds' });
}

/** Whether the disk has room for so many bytes more. @throws server_busy */
export async function checkFreeSpace(service: Receiving, bytes: number): Promise<void> {
  if ((await freeSpace(service)) - bytes < service.config.minFreeBytes) throw busy();
}

/** The free space of the data folder; none when it cannot be determined. */
const freeSpace = ({ config, log }: Receiving): Promise<number> =>
  freeBytes(config.data).catch((error: unknown) => {
    log.error({ err: error }, 'the free space of the data folder cannot be determined');
    return -1;
  });
