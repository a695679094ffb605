// The counted connections, ordered by the last activity of their clients, and which of them can make room.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isAwaited } from '#transport/body-time.ts';

/** The age of a connection, or of its last answer, below which more data may be on the way. */
const settledMs = 1_000;
const lookEveryMs = 100;

interface Visit {
  /** The address; undefined if the connection is not counted by address. */
  address: string | undefined;
  /** When the connection was opened, or last had a request or an answer. */
  since: number;
  requests: Set<IncomingMessage>;
  /** The bytes of answers that the client has read, and when it read the last of them. */
  taken: number;
  takenAt: number;
}

/** Creates the list of visits; a client that reads nothing of its response for `answerMs` counts as idle. */
export function createVisits(answerMs: number) {
  /** The visits by last activity, oldest first. */
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
  /** Returns whether a connection is idle until its client sends more, or reads more of its response. */
  const isWaiting = (socket: Socket, { since, requests, takenAt }: Visit, now: number): boolean => {
    if (now - since < settledMs) return false;
    return requests.values().every(isAwaited) || (socket.writableLength > 0 && now - takenAt >= answerMs);
  };
  /** Ends one connection that waits for its client; returns whether there was one. */
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
    /** Does so among all connections; if none can be closed, new ones do not immediately search thousands again. */
    endWaitingOfAll(): boolean {
      if (performance.now() < nextLook) return false;
      const hasEnded = endWaiting(visits.keys());
      if (!hasEnded) nextLook = performance.now() + lookEveryMs;
      return hasEnded;
    },
    /** Moves a connection to the end of both lists. */
    heardOf(socket: Socket): Visit | undefined {
      const visit = visits.get(socket);
      if (!visits.delete(socket) || visit === undefined) return undefined;
      visits.set(socket, Object.assign(visit, { since: performance.now() }));
      const same = visit.address === undefined ? undefined : byAddress.get(visit.address);
      if (same?.delete(socket) === true) same.add(socket);
      return visit;
    },
    /** Records which clients have read more of their answers since the last time. */
    noteTaken(): void {
      const now = performance.now();
      for (const [socket, visit] of visits) {
        const taken = socket.bytesWritten - socket.writableLength;
        if (taken !== visit.taken) Object.assign(visit, { taken, takenAt: now });
      }
    },
  };
}
