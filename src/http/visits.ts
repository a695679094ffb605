// The counted connections, ordered by the last activity of their clients, and which of them can make room.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isAwaited } from '#transport/body-time.ts';

/** A connection that is younger than this, or was answered later, may have more data on the way. */
const settledMs = 1_000;
const lookEveryMs = 100;

interface Visit {
  /** Undefined where it is not counted by its address. */
  address: string | undefined;
  /** When it was opened, or last asked or was answered. */
  since: number;
  requests: Set<IncomingMessage>;
  /** Bytes of answers that its client has taken, and when it took the last of them. */
  taken: number;
  takenAt: number;
}

/** A client that reads nothing of its response for `answerMs` counts as idle. */
export function createVisits(answerMs: number) {
  /** Ordered by last activity, the oldest first. */
  const visits = new Map<Socket, Visit>();
  const byAddress = new Map<string, Set<Socket>>();
  let nextLook = 0;

  const leave = (socket: Socket) => {
    const { address } = visits.get(socket) ?? {};
    visits.delete(socket);
    if (address === undefined) return;
    const others = byAddress.get(address);
    others?.delete(socket);
    if (others?.size === 0) byAddress.delete(address);
  };
  /** It is idle until its client sends more, or reads more of its response. */
  const isWaiting = (socket: Socket, { since, requests, takenAt }: Visit, now: number): boolean => {
    if (now - since < settledMs) return false;
    return requests.values().every(isAwaited) || (socket.writableLength > 0 && now - takenAt >= answerMs);
  };
  /** Ends one that waits for its client; returns whether there was one. */
  const endWaiting = (sockets: Iterable<Socket>): boolean => {
    const now = performance.now();
    for (const socket of sockets) {
      const visit = visits.get(socket);
      if (visit === undefined || !isWaiting(socket, visit, now)) continue;
      leave(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  return {
    get size() {
      return visits.size;
    },
    of: (address: string | undefined): ReadonlySet<Socket> =>
      (address !== undefined && byAddress.get(address)) || new Set(),
    enter(socket: Socket, address: string | undefined): void {
      const now = performance.now();
      visits.set(socket, { address, since: now, requests: new Set(), taken: 0, takenAt: now });
      if (address !== undefined) byAddress.set(address, (byAddress.get(address) ?? new Set()).add(socket));
      socket.once('close', () => leave(socket));
    },
    endWaiting,
    /** For all connections: if none can be closed, the next ones do not search thousands again at once. */
    endWaitingOfAll(): boolean {
      if (performance.now() < nextLook) return false;
      const hasEnded = endWaiting(visits.keys());
      if (!hasEnded) nextLook = performance.now() + lookEveryMs;
      return hasEnded;
    },
    /** Moves it to the end of both lines. */
    heardOf(socket: Socket): Visit | undefined {
      const visit = visits.get(socket);
      if (!visits.delete(socket) || visit === undefined) return undefined;
      visits.set(socket, Object.assign(visit, { since: performance.now() }));
      const same = visit.address === undefined ? undefined : byAddress.get(visit.address);
      if (same?.delete(socket) === true) same.add(socket);
      return visit;
    },
    /** Notes whose client has taken more of its answer since the last time. */
    noteTaken(): void {
      const now = performance.now();
      for (const [socket, visit] of visits) {
        const taken = socket.bytesWritten - socket.writableLength;
        if (taken !== visit.taken) Object.assign(visit, { taken, takenAt: now });
      }
    },
  };
}
