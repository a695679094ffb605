// Bounds connections (decision 30): each address has a maximum, connections that wait for their client make room for new
// ones, and a few beyond all bounds are kept for probes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { minuteMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { networkOf } from '#service/trials/visitor.ts';
import { createVisits } from './visits.ts';

/** The number of connections beyond the limits, on which all but probes get 503; the oldest one makes room for the next. */
const spareConnections = 128;
const sparePerAddress = 16;
const busySeconds = 5;

export function boundConnections(
  server: Server,
  { maxConnections, connectionsPerAddress, trustProxy }: Config,
  { answerMs, log }: { answerMs: number; log: Pick<Log, 'warn'> },
) {
  const visits = createVisits(answerMs);
  const notes = setInterval(() => visits.noteTaken(), answerMs / 4).unref();
  server.once('close', () => clearInterval(notes));
  const spare = createSpare();
  const requests = createCounts();
  const isProxy = proxies(trustProxy);
  let warnedAt = -Infinity;

  const warn = () => {
    if (performance.now() - warnedAt < minuteMs) return;
    warnedAt = performance.now();
    log.warn({ connections: visits.size }, 'there are too many connections, of all or of one address');
  };

  server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress ?? '';
    const address = connectionsPerAddress === 0 || isOwn(from) || isProxy(from) ? undefined : networkOf(from);
    const same = visits.of(address);
    const hasRoom =
      address !== undefined && same.size >= connectionsPerAddress
        ? visits.endWaiting(same)
        : visits.size < maxConnections || visits.endWaitingOfAll();
    if (hasRoom) return visits.enter(socket, address);
    warn();
    spare.enter(socket, address);
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    visits.heardOf(socket)?.requests.add(request);
    response.once('close', () => visits.heardOf(socket)?.requests.delete(request));
  });

  return {
    isSpare: ({ raw }: FastifyRequest) => spare.has(raw.socket),
    /** Admits a request that is not a probe, and counts it until it is answered. @throws server_busy */
    admit({ ip, raw }: FastifyRequest, reply: FastifyReply): void {
      if (spare.has(raw.socket)) throw new Failure('server_busy', { retry_after: busySeconds });
      // A proxy that does not name a client makes the request for itself.
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

/** Manages the few connections beyond the limits. */
function createSpare() {
  const spare = new Map<Socket, string | undefined>();
  return {
    has: (socket: Socket): boolean => spare.has(socket),
    enter(socket: Socket, address: string | undefined): void {
      const same = address === undefined ? 0 : [...spare.values()].filter((other) => other === address).length;
      if (same >= sparePerAddress) return void socket.destroy();
      const [longest] = spare.keys();
      if (spare.size >= spareConnections && longest !== undefined) {
        spare.delete(longest);
        longest.destroy();
      }
      spare.set(socket, address);
      socket.once('close', () => spare.delete(socket));
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

/** Recognises this machine itself, and proxies on it that are not in PLATEN_TRUST_PROXY. */
const isOwn = (address: string): boolean => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address);

/** Returns a function that tells whether connections from an address carry the requests of others. */
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
