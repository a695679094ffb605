// The rules of every queue, as functions over plain data: which work starts, which gives its slot to others, and which has had enough
// time. Fairness is by time used (start-time fair queuing, Goyal, Vin, Cheng, 1996). Work that runs far longer than is typical gives
// its slot to an account that has used less, and continues in overtime, beside the slots at low priority. Where overtime is full, the
// work that has overrun most ends. Work that nobody waits for is put back instead, and starts again in overtime, each time for twice
// as long: a multi-level feedback queue (Corbató, 1962).

/** Whose work it is. */
export interface Party {
  accountId: string;
  /** Visitors, and accounts that waste time, share a part of the slots. */
  isVisitor: boolean;
  isWasteful: boolean;
}

export interface Waiting extends Party {
  /** The seconds that its account has used, in virtual time: the lowest goes first, and among equals the first in the list. */
  used: number;
  /** How many times it was put back; undefined for work that somebody waits for. */
  putBack?: number | undefined;
}

export interface Running extends Waiting {
  /** When it began, in the milliseconds of {@link Line}'s `now`. */
  began: number;
  typicalMs: number;
  /** Whether it can give way, and end before it is done. */
  canYield: boolean;
  /** When it freed its slot to continue in overtime. */
  overtimeSince?: number | undefined;
  /** It was ended or put back, and holds its resources for a moment more. */
  isEnded?: boolean;
}

/** A queue as it is now. */
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
  /** One of these starts: the first one, or the next where that has gone. */
  start: readonly W[];
  /** Whether it starts in a slot, and not in overtime. */
  isInSlot: boolean;
  /** Frees its slot. */
  displaced?: R;
  /** Is ended or put back; it may be `displaced` itself. */
  ended?: R | undefined;
}

/** The share of the slots for all low-priority accounts together; at least one slot. */
const lastPart = 1 / 4;
/** How many times as long as is typical work keeps its slot, within these bounds. */
const patience = { times: 4, minMs: 400, maxMs: 2_500 };
/** How many times as long as is typical work runs before it can be ended, within these bounds. */
const mercy = { times: 10, minMs: 5_000, maxMs: 30_000 };
/** Work that was put back stays in overtime for this time, and twice as long each time. */
const firstOvertimeMs = 30_000;
/** Work that was put back this many times is not put back again. */
const maxPutBack = 6;
/** There may be room in overtime after this time. */
const lookMs = 250;

/** How much work can be in overtime beside a number of slots. */
export const overtimeBeside = (slots: number): number => Math.min(2, Math.max(1, Math.floor(slots / 2)));

export const isLast = ({ isVisitor, isWasteful }: Party): boolean => isVisitor || isWasteful;

/** How long work keeps its slot while others wait. */
export const patienceMs = (typicalMs: number): number => within(patience, typicalMs);

/** Whether work has had the time before which nothing is ended, unless it is a visitor's. */
export const hasOverrun = (ranMs: number, typicalMs: number): boolean => ranMs >= within(mercy, typicalMs);

/** The work that can start in a free slot, in the order in which it should. */
export function nextInSlot<W extends Waiting>(line: Line<W>): W[] {
  const busy = inSlots(line);
  return busy.length < line.slots ? startable(line, busy) : [];
}

/** The work that makes room for other work; or the milliseconds until some may, Infinity if nothing is waiting. */
export function relief<W extends Waiting, R extends Running>(line: Line<W, R>): Relief<W, R> | number {
  const again = restarted(line);
  const displaced = typeof again === 'number' ? displacing(line) : again;
  return typeof again === 'number' && typeof displaced === 'number' ? Math.min(again, displaced) : displaced;
}

/** The work of the account with most of it waiting, if that is more than the newcomer would have (longest queue drop, Suter et al., 1998). */
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

/** The work that could start beside `busy`, in place of `leaving` where that is given. */
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

/** Low-priority accounts share a quarter of the slots, and never take the last free one. */
function lastMayStart({ slots }: Line, busy: readonly Running[], othersWait: boolean): boolean {
  if (slots === 1) return busy.length === 0 && !othersWait;
  const last = busy.filter(isLast).length;
  return last < Math.max(1, Math.floor(slots * lastPart)) && busy.length < slots - 1;
}

/** An account that wastes time may have every slot while no other account waits, nor runs for the same reason. */
const isAlone = ({ waiting }: Line, busy: readonly Running[], { accountId, isVisitor }: Party): boolean =>
  !isVisitor &&
  [...waiting, ...busy.filter(({ isWasteful }) => isWasteful)].every((one) => one.accountId === accountId);

/** Work frees its slot, for overtime or because it ends. */
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

/** An account that has used less may have a slot; where nobody waits for the work in it, one with nothing running, too. */
const mayDisplace = ({ running }: Line, one: Waiting, item: Running): boolean =>
  hasUsedLess(one, item) ||
  (item.putBack !== undefined && running.every(({ accountId }) => accountId !== one.accountId));

const hasUsedLess = (one: Waiting, item: Running): boolean => one.accountId !== item.accountId && one.used < item.used;

/** The milliseconds for which work keeps its slot. */
function patienceLeft({ now }: Line, item: Running, waiter: Waiting): number {
  if (isLast(item) && !isLast(waiter)) return 0;
  const typicalMs = item.isWasteful ? 0 : item.typicalMs;
  return Math.max(0, item.began + patienceMs(typicalMs) - now);
}

/** The work that ends so that `item` can continue in overtime, possibly itself; undefined if none may end. */
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

/** Work that was put back starts in overtime, where there is room or its account has used less. */
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

/** The milliseconds before work in overtime can be put back for other work that was. */
function overtimeLeft({ now }: Line, item: Running, waiter: Waiting): number {
  const { putBack, overtimeSince = now } = item;
  if (putBack !== undefined && isLast(item) && !isLast(waiter)) return 0;
  if (putBack === undefined || putBack >= maxPutBack) return Infinity;
  return Math.max(0, overtimeSince + firstOvertimeMs * 2 ** putBack - now);
}

const wasPutBack = ({ putBack = 0 }: Waiting): boolean => putBack > 0;

/** The sort is stable. */
const ranked = <W extends Waiting>(waiting: readonly W[]): W[] => waiting.toSorted((a, b) => a.used - b.used);

/** Sorted by duration relative to the typical one, the longest first. */
const byOverrun = <R extends Running>({ now }: Line, items: readonly R[]): R[] => {
  const overrun = ({ began, typicalMs }: R) => (now - began) / typicalMs;
  return items.toSorted((a, b) => overrun(b) - overrun(a));
};

const within = ({ times, minMs, maxMs }: typeof patience, typicalMs: number): number =>
  Math.min(maxMs, Math.max(minMs, times * typicalMs));
