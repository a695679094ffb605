// A running Platen: the service, its API and its sweeper; and how it stops.
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Config } from '#config';
import type { Log } from '#core/log.ts';
import { emptyFolder } from '#core/remove-tree.ts';
import { addDashboard } from '#dashboard/dashboard.ts';
import { createApp } from '#http/app.ts';
import { createProbes } from '#http/probes.ts';
import { lockDataDirectory } from '#service/data-lock.ts';
import { privateFolder } from '#service/files/private.ts';
import { startGivingMemoryBack } from '#service/idle-memory.ts';
import { startLeases } from '#service/jobs/leases.ts';
import type { OrderWorker } from '#service/dispatch/worker.ts';
import { startCourier } from '#service/webhooks/courier.ts';
import { startRunner } from '#service/async/runner.ts';
import { recover, startSweeper } from '#service/jobs/retention.ts';
import { addressFile, compose, type Overrides, type Service } from './compose.ts';

export interface Running extends AsyncDisposable {
  service: Service;
  /** Counts of the queue that nodes share. */
  worker: OrderWorker | undefined;
  /** `http://host:port`. */
  address: string;
  /** Refuses new conversions, lets running ones end within the grace period, then closes. */
  stop(): Promise<void>;
}

/** The host for links: `localhost` when the service listens on every address. */
const linkHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

export async function start(config: Config, log: Log, overrides: Overrides = {}): Promise<Running> {
  if (!(await privateFolder(config.data)))
    log.warn('the data folder belongs to another user and is open to others; only the files in it are protected');
  const lock = lockDataDirectory(config.data);
  // Removes the files that a killed process left behind.
  await emptyFolder(join(config.data, 'runs'), (error) =>
    log.warn({ err: error }, 'the files of a killed process could not be removed; the next start tries again'),
  );
  let address = '';
  const service = await compose({ ...config }, log, overrides);
  service.publicUrl = () => config.publicUrl?.replace(/\/$/, '') ?? address;
  const recovered = await recover(service);
  if (recovered > 0)
    log.warn(
      { jobs: recovered },
      'jobs that a killed process left pending have ended; those without a result are refunded',
    );

  const drain = await service.drain.start();
  const takesRequests = config.roles.includes('api');
  const app = takesRequests ? await createWholeApp(service) : createProbes(service);
  await app.http.listen({ port: config.port, host: config.host });
  const { port } = app.http.server.address() as AddressInfo;
  address = `http://${linkHost(config.host)}:${port}`;
  await writeFile(addressFile(config.data), address, { mode: 0o600 });
  // Sweeping is done by nodes that take requests: their mail server sends the notices.
  const sweeper = takesRequests ? startSweeper(service) : undefined;
  const courier = takesRequests ? startCourier(service) : undefined;
  const leases = startLeases(service);
  const sampling = service.sampler.start();
  const worker = service.startWorker();
  const runner = service.asyncWorker === undefined ? undefined : startRunner(service, service.asyncWorker);
  const givingBack = startGivingMemoryBack(service.running);
  service.engines?.warmUp();

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    app.refuseNewWork();
    const lettingGo = runner?.stop();
    const isIdle = await service.running.idle(config.shutdownGraceMs);
    if (!isIdle) service.running.stopAll('shutdown');
    await lettingGo;
    // Its own orders have ended by now; those of other nodes may end too.
    await worker?.stop(isIdle ? config.shutdownGraceMs : 0);
    await courier?.stop();
    sweeper?.[Symbol.dispose]();
    leases[Symbol.dispose]();
    sampling[Symbol.dispose]();
    givingBack[Symbol.dispose]();
    await drain[Symbol.asyncDispose]();
    // Uploads and downloads in progress get the rest of the grace period, and a moment for the last responses.
    const cut = setTimeout(
      () => app.http.server.closeAllConnections(),
      isIdle ? Math.min(config.shutdownGraceMs, 5000) : 1000,
    );
    await app.http.close();
    clearTimeout(cut);
    service.outbound.stop();
    // E-mails on their way are finished, so that the next start does not send them again.
    await service.background.end(Math.min(config.shutdownGraceMs, 10_000));
    await service.leaveQueue();
    await service.traces.stop();
    await service.engines?.stop();
    await service.db.destroy();
    lock[Symbol.dispose]();
  };
  const once = () => (stopping ??= stop());
  return { service, worker, address, stop: once, [Symbol.asyncDispose]: once };
}

/** The API, and the dashboard unless it is turned off. */
async function createWholeApp(service: Service): ReturnType<typeof createApp> {
  const app = await createApp(service);
  if (service.config.dashboard === 'on') await addDashboard(app.http, service, app.isClosing);
  return app;
}
