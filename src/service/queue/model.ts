// The rules of every queue, as functions over plain data: which work starts, which yields its slot, and which has had enough
// time. Fairness is by time used (start-time fair queuing, Goyal, Vin, Cheng, 1996). Work that runs far longer than is typical gives
// its slot to an account that has used less, and continues in overtime, beside the slots at low priority. Where overtime is full, the
// work that has overrun most ends. Work that nobody waits for is put back instead, and starts again in overtime, each time for twice
// as long: a multi-level feedback queue (Corbató, 1962).

/** The owner of the work. */
export interface Party {
  accountId: string;
  /** Visitors, and accounts that waste time, share a part of the slots. */
  isVisitor: boolean;
  isWasteful: boolean;
}

export interface Waiting extends Party {
  /** The seconds that the account has used in virtual time: the lowest goes first, and among equals, the first in the list. */
  used: number;
  /** How many times the work was put back; undefined for work that somebody waits for. */
  putBack?: number | undefined;
}

export interface Running extends Waiting {
  /** When the work began, in milliseconds like {@link Line}'s `now`. */
  began: number;
  typicalMs: number;
  /** Whether the work can give way, and end early. */
  canYield: boolean;
  /** When the work freed its slot to continue in overtime. */
  overtimeSince?: number | undefined;
  /** Whether the work was ended or put back, but still holds its resources for a moment. */
  isEnded?: boolean;
}

/** The current state of a queue. */
export interface Line<W extends Waiting = Waiting, R extends Running = Running> {
  now: number;
  slots: number;
  /** How much work can be in overtime. */
  overtime: number;
  waiting: readonly W[];
  running: readonly R[];
}

/** Work that can start, and the work that leaves its slot or overtime for it. */
export interface Relief<W extends Waiting, R extends Running> {
  /** The work to start: the first item, or the next if the first has gone. */
  start: readonly W[];
  /** Whether the work starts in a slot rather than in overtime. */
  isInSlot: boolean;
  /** The work that frees its slot. */
  displaced?: R;
  /** The work that is ended or put back, possibly `displaced` itself. */
  ended?: R | undefined;
}

/** The share of the slots for all low-priority accounts together; at least one slot. */
const lastPart = 1 / 4;
/** How long work keeps its slot, as a multiple of the typical duration, within bounds. */
const patience = { times: 4, minMs: 400, maxMs: 2_500 };
/** How long work runs before it can be ended, as a multiple of the typical duration, within bounds. */
const mercy = { times: 10, minMs: 5_000, maxMs: 30_000 };
/** How long work that was put back once stays in overtime; the time doubles with each further time. */
const firstOvertimeMs = 30_000;
/** How many times work can be put back. */
const maxPutBack = 6;
/** The time after which to check for room in overtime. */
const lookMs = 250;

/** Returns how much work can be in overtime beside a number of slots. */
export const overtimeBeside = (slots: number): number => Math.min(2, Math.max(1, Math.floor(slots / 2)));

export const isLast = ({ isVisitor, isWasteful }: Party): boolean => isVisitor || isWasteful;

/** Returns how long work keeps its slot while others wait. */
export const patienceMs = (typicalMs: number): number => within(patience, typicalMs);

/** Returns whether work has run long enough to be ended; a visitor's work can be ended earlier. */
export const hasOverrun = (ranMs: number, typicalMs: number): boolean => ranMs >= within(mercy, typicalMs);

/** Returns the work that can start in a free slot, in order of preference. */
export function nextInSlot<W extends Waiting>(line: Line<W>): W[] {
  const busy = inSlots(line);
  return busy.length < line.slots ? startable(line, busy) : [];
}

/** Chooses the work that makes room for other work, or returns the milliseconds until some may; Infinity if nothing is waiting. */
export function relief<W extends Waiting, R extends Running>(line: Line<W, R>): Relief<W, R> | number {
  const again = restarted(line);
  const displaced = typeof again === 'number' ? displacing(line) : again;
  return typeof again === 'number' && typeof displaced === 'number' ? Math.min(again, displaced) : displaced;
}

/** Returns work of the account with the most waiting, if that is more than the newcomer would have (longest queue drop, Suter et al., 1998). */
export function leastEntitled<W extends Party>(waiting: readonly W[], newcomer: Party): W | undefined {
  const shareOf = (one: Party) => (isLast(one) ? '' : one.accountId);
  const byShare = Map.groupBy(waiting, shareOf);
  const longest = [...byShare.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
  return longest.length > (byShare.get(shareOf(newcomer))?.length ?? 0) + 1 ? longest.at(-1) : undefined;
}

const inSlots = <R extends Running>({ running }: Pick<Line<Waiting, R>, 'running'>): R[] =>
  running.filter(({ overtimeSince, isEnded }) => overtimeSince === undefined && isEnded !== true);

const inOvertime = <R extends Running>({ running }: Pick<Line<Waiting, R>, 'running'>): R[] =>
  running.filter(({ overtimeSince, isEnded }) => overtimeSince !== undefined && isEnded !== true);

/** Returns the work that could start beside `busy`, in place of `leaving` if given. */
function startable<W extends Waiting>(line: Line<W>, busy: readonly Running[], leaving?: Running): W[] {
  const othersWait = line.waiting.some((one) => !isLast(one));
  const may = (one: W) =>
    !isLast(one) ||
    lastMayStart(line, busy, othersWait) ||
    isAlone(line, busy, one) ||
    // Low-priority accounts take slots only from each other.
    (leaving !== undefined && isLast(leaving) && !othersWait);
  return ranked(line.waiting.filter((one) => !wasPutBack(one) && may(one)));
}

/** Returns whether a low-priority account may start work: these share a quarter of the slots, and never take the last free one. */
function lastMayStart({ slots }: Line, busy: readonly Running[], othersWait: boolean): boolean {
  if (slots === 1) return busy.length === 0 && !othersWait;
  const last = busy.filter(isLast).length;
  return last < Math.max(1, Math.floor(slots * lastPart)) && busy.length < slots - 1;
}

/** Returns whether a wasteful account may have every slot, because no other account waits and no other wasteful one runs. */
const isAlone = ({ waiting }: Line, busy: readonly Running[], { accountId, isVisitor }: Party): boolean =>
  !isVisitor &&
  [...waiting, ...busy.filter(({ isWasteful }) => isWasteful)].every((one) => one.accountId === accountId);

/** Makes work free its slot, to continue in overtime or to end. */
function displacing<W extends Waiting, R extends Running>(line: Line<W, R>): Relief<W, R> | number {
  const busy = inSlots(line);
  let soonest = Infinity;
  for (const item of byOverrun(line, busy).filter(({ canYield }) => canYield)) {
    const rest = busy.filter((other) => other !== item);
    const able = startable(line, rest, item).filter((one) => mayDisplace(line, one, item));
    const [first] = able;
    if (first === undefined) continue;
    const left = patienceLeft(line, item, first);
    const room = left === 0 ? roomFor(line, item, first) : undefined;
    if (room !== undefined)
      return { start: able.filter((one) => isLast(one) === isLast(first)), isInSlot: true, displaced: item, ...room };
    soonest = Math.min(soonest, Math.max(left, lookMs));
  }
  return soonest;
}

/** Returns whether an account may take a slot: it has used less, or nobody waits for the work in it and the account has nothing running. */
const mayDisplace = ({ running }: Line, one: Waiting, item: Running): boolean =>
  hasUsedLess(one, item) ||
  (item.putBack !== undefined && running.every(({ accountId }) => accountId !== one.accountId));

const hasUsedLess = (one: Waiting, item: Running): boolean => one.accountId !== item.accountId && one.used < item.used;

/** Returns the milliseconds for which work keeps its slot. */
function patienceLeft({ now }: Line, item: Running, waiter: Waiting): number {
  if (isLast(item) && !isLast(waiter)) return 0;
  const typicalMs = item.isWasteful ? 0 : item.typicalMs;
  return Math.max(0, item.began + patienceMs(typicalMs) - now);
}

/** Returns the work that ends so that `item` can continue in overtime, possibly `item` itself; undefined if no work may end. */
function roomFor<R extends Running>(line: Line<Waiting, R>, item: R, waiter: Waiting): { ended?: R } | undefined {
  const others = inOvertime(line);
  if (others.length < line.overtime) return {};
  const mayEnd = (one: R) => {
    if (one.putBack !== undefined) return one === item || overtimeLeft(line, one, waiter) === 0;
    const bounds = isLast(one) && !isLast(waiter) ? patience : mercy;
    return one.isWasteful || line.now - one.began >= within(bounds, one.typicalMs);
  };
  const [ended] = byOverrun(line, [...others, item].filter(mayEnd));
  return ended === undefined ? undefined : { ended };
}

/** Starts work that was put back in overtime, if there is room or its account has used less. */
function restarted<W extends Waiting, R extends Running>(line: Line<W, R>): Relief<W, R> | number {
  const again = line.waiting.filter(wasPutBack);
  const others = again.filter((one) => !isLast(one));
  const start = ranked(others.length > 0 ? others : again);
  const [first] = start;
  if (first === undefined) return Infinity;
  const running = inOvertime(line);
  if (running.length < line.overtime) return { start, isInSlot: false };
  const replaceable = running.filter((item) => hasUsedLess(first, item));
  const [ended] = byOverrun(
    line,
    replaceable.filter((item) => overtimeLeft(line, item, first) === 0),
  );
  if (ended !== undefined) return { start, isInSlot: false, ended };
  return Math.max(lookMs, Math.min(...replaceable.map((item) => overtimeLeft(line, item, first))));
}

/** Returns the milliseconds before work in overtime can be put back for other work that was put back. */
function overtimeLeft({ now }: Line, item: Running, waiter: Waiting): number {
  const { putBack, overtimeSince = now } = item;
  if (putBack !== undefined && isLast(item) && !isLast(waiter)) return 0;
  if (putBack === undefined || putBack >= maxPutBack) return Infinity;
  return Math.max(0, overtimeSince + firstOvertimeMs * 2 ** putBack - now);
}

const wasPutBack = ({ putBack = 0 }: Waiting): boolean => putBack > 0;

/** Sorts waiting work by precedence; the sort is stable. */
const ranked = <W extends Waiting>(waiting: readonly W[]): W[] => waiting.toSorted((a, b) => a.used - b.used);

/** Sorts work by its duration relative to the typical one, longest first. */
const byOverrun = <R extends Running>({ now }: Line, items: readonly R[]): R[] => {
  const overrun = ({ began, typicalMs }: R) => (now - began) / typicalMs;
  return items.toSorted((a, b) => overrun(b) - overrun(a));
};

const within = ({ times, minMs, maxMs }: typeof patience, typicalMs: number): number =>
  Math.min(maxMs, Math.max(minMs, times * typicalMs));
