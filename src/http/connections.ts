// Who keeps a connection when there are many (decision 30): each address has so many, those that wait for their client make room for
// new ones, and a few beyond all bounds are kept for probes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { minuteMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { networkOf } from '#service/trials/visitor.ts';
import { isAwaited } from '#transport/body-time.ts';

/** Connections beyond the bounds, of which only probes get more than 503; the longest open one makes room for the next. */
const spareConnections = 128;
const sparePerAddress = 16;
/** Of a connection that is younger, or was answered later, more may be on the way. */
const settledMs = 1_000;
const lookEveryMs = 100;
const busySeconds = 5;

export interface Connections {
  /** Lets a request in that is no probe, and counts it until it is answered. @throws server_busy */
  admit(request: FastifyRequest, reply: FastifyReply): void;
  isSpare(request: FastifyRequest): boolean;
}

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

export function boundConnections(
  server: Server,
  { maxConnections, connectionsPerAddress, trustProxy }: Config,
  { answerMs, log }: { answerMs: number; log: Pick<Log, 'warn'> },
): Connections {
  /** The one whose client was heard of longest ago comes first. */
  const visits = new Map<Socket, Visit>();
  const byAddress = new Map<string, Set<Socket>>();
  const spare = new Map<Socket, string | undefined>();
  const requests = createCounts();
  const isProxy = proxies(trustProxy);
  let warnedAt = -Infinity;
  let nextLook = 0;

  const enter = (socket: Socket, address: string | undefined) => {
    const now = performance.now();
    visits.set(socket, { address, since: now, requests: new Set(), taken: 0, takenAt: now });
    if (address !== undefined) byAddress.set(address, (byAddress.get(address) ?? new Set()).add(socket));
    socket.once('close', () => leave(socket));
  };
  const leave = (socket: Socket) => {
    const { address } = visits.get(socket) ?? {};
    visits.delete(socket);
    if (address === undefined) return;
    const others = byAddress.get(address);
    others?.delete(socket);
    if (others?.size === 0) byAddress.delete(address);
  };
  /** Nothing is done for it before its client sends more, or takes more of its answer. */
  const isWaiting = (socket: Socket, { since, requests, takenAt }: Visit, now: number): boolean => {
    if (now - since < settledMs) return false;
    return requests.values().every(isAwaited) || (socket.writableLength > 0 && now - takenAt >= answerMs);
  };
  const noteTaken = () => {
    const now = performance.now();
    for (const [socket, visit] of visits) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (taken !== visit.taken) Object.assign(visit, { taken, takenAt: now });
    }
  };
  const notes = setInterval(noteTaken, answerMs / 4).unref();
  server.once('close', () => clearInterval(notes));
  /** Whether there was one to be ended. */
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
  /** Of all of them; where none can be ended, the next ones need not look through thousands again at once. */
  const endWaitingOfAll = (): boolean => {
    if (performance.now() < nextLook) return false;
    const hasEnded = endWaiting(visits.keys());
    if (!hasEnded) nextLook = performance.now() + lookEveryMs;
    return hasEnded;
  };
  const letInAside = (socket: Socket, address: string | undefined) => {
    const now = performance.now();
    if (now - warnedAt >= minuteMs) {
      warnedAt = now;
      log.warn({ connections: visits.size }, 'there are too many connections, of all or of one address');
    }
    const same = address === undefined ? 0 : [...spare.values()].filter((other) => other === address).length;
    const [longest] = spare.keys();
    if (same >= sparePerAddress) socket.destroy();
    else {
      if (spare.size >= spareConnections && longest !== undefined) {
        spare.delete(longest);
        longest.destroy();
      }
      spare.set(socket, address);
      socket.once('close', () => spare.delete(socket));
    }
  };

  server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress ?? '';
    const address = connectionsPerAddress === 0 || isOwn(from) || isProxy(from) ? undefined : networkOf(from);
    const same = (address !== undefined && byAddress.get(address)) || new Set<Socket>();
    const hasRoom =
      address !== undefined && same.size >= connectionsPerAddress
        ? endWaiting(same)
        : visits.size < maxConnections || endWaitingOfAll();
    if (hasRoom) enter(socket, address);
    else letInAside(socket, address);
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const heardOf = () => {
      const visit = visits.get(socket);
      // To the end of both lines.
      if (visits.delete(socket) && visit !== undefined) {
        visits.set(socket, Object.assign(visit, { since: performance.now() }));
        const same = visit.address === undefined ? undefined : byAddress.get(visit.address);
        if (same?.delete(socket) === true) same.add(socket);
      }
      return visit;
    };
    heardOf()?.requests.add(request);
    response.once('close', () => heardOf()?.requests.delete(request));
  });

  return {
    isSpare: ({ raw }) => spare.has(raw.socket),
    admit({ ip, raw }, reply) {
      if (spare.has(raw.socket)) throw new Failure('server_busy', { retry_after: busySeconds });
      // A proxy that names nobody asks for itself.
      const isOfProxy = ip === raw.socket.remoteAddress && isProxy(ip);
      if (connectionsPerAddress === 0 || ip === undefined || isOwn(ip) || isOfProxy) return;
      const address = networkOf(ip);
      if (requests.of(address) >= connectionsPerAddress) throw new Failure('server_busy', { retry_after: busySeconds });
      if (reply.raw.closed) return;
      requests.add(address, 1);
      reply.raw.once('close', () => requests.add(address, -1));
    },
  };
}

function createCounts() {
  const counts = new Map<string, number>();
  const of = (who: string): number => counts.get(who) ?? 0;
  return {
    of,
    add(who: string, more: 1 | -1): void {
      if (of(who) + more === 0) counts.delete(who);
      else counts.set(who, of(who) + more);
    },
  };
}

/** This machine itself, and proxies on it that the service was not told of. */
const isOwn = (address: string): boolean => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address);

/** Whether connections from an address bring the requests of others. */
function proxies(trusted: Config['trustProxy']): (address: string) => boolean {
  if (!Array.isArray(trusted)) return () => trusted !== false && trusted !== 0;
  const list = new BlockList();
  for (const item of trusted.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : one))) {
    const [address = '', bits] = item.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
