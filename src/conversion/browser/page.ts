// A page in a browser that runs for it alone: it receives its files, is watched, and is printed.
import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandRefused, DevTools, type Params } from './devtools.ts';
import { origin, type SiteAnswers } from './site-answers.ts';

/** The page, or the browser, is gone. */
export class PageGone extends Error {}

/** A page may send itself on, a few times. */
const maxNavigations = 10;
/** A page without a request for this long has everything it asks for. */
const quietMs = 60;

export interface Page extends Disposable {
  /** Scripts that failed. */
  readonly failures: string[];
  send(method: string, params?: Params): Promise<Params>;
  /** The value of an expression in the page, once it is settled. Undefined when the page went elsewhere meanwhile. */
  evaluate<Value>(expression: string): Promise<Value | undefined>;
  open(address: string): Promise<void>;
  /** From now on it goes nowhere: a page cannot be printed while it does. */
  stay(): Promise<void>;
  /** Waits until no request is open, at most for a limited time. */
  quiet(longestMs: number): Promise<void>;
  /** Rejects with {@link PageGone}, and never resolves. */
  readonly gone: Promise<never>;
}

/** Starts the browser with an empty page that gets its files from `site`. */
export async function openPage(program: string, flags: readonly string[], site: SiteAnswers): Promise<Page> {
  const child = spawn(program, [...flags, '--remote-debugging-pipe', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  const end = (why: string) => gone.reject(new PageGone(why));
  child.on('error', (error) => end(error.message));
  child.on('exit', (status, signal) => end(`the browser ended with ${status ?? signal}`));
  const [, , , to, from] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const tools = new DevTools({ to, from });
  const first = <Value>(work: Promise<Value>) => Promise.race([work, gone.promise]);

  const failures: string[] = [];
  const requests = new Set<unknown>();
  let lastRequestAt = 0;
  const loaded = Promise.withResolvers<void>();
  let navigations = 0;

  const { targetInfos } = await first(tools.send('Target.getTargets'));
  const target = (targetInfos as { type: string; targetId: string }[]).find(({ type }) => type === 'page');
  const { sessionId } = await first(tools.send('Target.attachToTarget', { targetId: target?.targetId, flatten: true }));
  const session = sessionId as string;

  tools.on('Inspector.targetCrashed', () => end('the page crashed'));
  tools.on('Target.targetCrashed', () => end('a part of the page crashed'));
  tools.on('Target.detachedFromTarget', (params) => {
    if (params['sessionId'] === session) end('the page was closed');
  });
  // A page that goes elsewhere while it loads stops, and has no load event.
  tools.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId === target?.targetId && navigations > 0) loaded.resolve();
  });
  tools.on('Page.javascriptDialogOpening', (_, from) => {
    void tools.send('Page.handleJavaScriptDialog', { accept: true }, from).catch(ignoreRefusal);
  });
  tools.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    if (failures.length < 10) failures.push(messageOf(exceptionDetails as Thrown));
  });
  tools.on('Log.entryAdded', ({ entry }) => {
    const { text = '', url = '' } = entry as { text?: string; url?: string };
    const local = /^Not allowed to load local resource: (\S+)/.exec(text)?.[1];
    if (local !== undefined) site.note(local);
    else if (text.startsWith('WebSocket connection')) site.note(url);
  });
  tools.on('Network.webSocketCreated', ({ url }) => site.note(String(url)));
  tools.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId }, from) => {
    const { url } = request as { url: string };
    requests.add(requestId);
    lastRequestAt = performance.now();
    const isWholePage = resourceType === 'Document' && frameId === target?.targetId;
    if (isWholePage) navigations += 1;
    const respond = () => {
      if (isWholePage && navigations > maxNavigations)
        return tools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, from);
      const answer = site.answer(url);
      if (answer !== null) {
        const responseHeaders = Object.entries({
          'Content-Type': answer.type,
          'Access-Control-Allow-Origin': '*',
          'Cache-Control': 'no-store',
        }).map(([name, value]) => ({ name, value }));
        const body = answer.data.toString('base64');
        return tools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body }, from);
      }
      // A page may not navigate to another one.
      if (isWholePage) return tools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, from);
      if (url.startsWith(origin)) return tools.send('Fetch.fulfillRequest', { requestId, responseCode: 404 }, from);
      return tools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, from);
    };
    void respond()
      .catch(ignoreRefusal)
      .finally(() => {
        requests.delete(requestId);
        lastRequestAt = performance.now();
      });
  });
  tools.on('Target.attachedToTarget', ({ sessionId: part }) => void guard(part as string));

  /** Nothing of a page, its frames or its workers loads but by us. */
  async function guard(part: string): Promise<void> {
    const send = (method: string, params?: Params) => tools.send(method, params, part).catch(ignoreRefusal);
    await Promise.all([
      send('Fetch.enable'),
      send('Network.enable'),
      send('Runtime.enable'),
      send('Log.enable'),
      send('Page.enable'),
      send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ]);
    await send('Runtime.runIfWaitingForDebugger');
  }
  await first(guard(session));
  await first(tools.send('Browser.setDownloadBehavior', { behavior: 'deny' }));

  const send = (method: string, params: Params = {}) => first(tools.send(method, params, session));
  return {
    failures,
    send,
    gone: gone.promise,
    async evaluate<Value>(expression: string) {
      try {
        const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
        return (result as { value?: Value }).value;
      } catch (error) {
        if (error instanceof CommandRefused) return undefined;
        throw error;
      }
    },
    async open(address) {
      await send('Page.navigate', { url: address });
      await first(loaded.promise);
    },
    async stay() {
      navigations = maxNavigations;
      await send('Page.stopLoading');
    },
    async quiet(longestMs) {
      const until = performance.now() + longestMs;
      while (performance.now() < until && (requests.size > 0 || performance.now() - lastRequestAt < quietMs))
        await first(sleep(10));
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

/** Writes a stream of the browser to a file. */
export async function writeStream(page: Page, handle: unknown, path: string): Promise<void> {
  const file = openSync(path, 'w', 0o600);
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await page.send('IO.read', { handle, size: 4 << 20 });
      const piece = Buffer.from(String(data), base64Encoded === true ? 'base64' : 'utf8');
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
      if (eof === true) return;
    }
  } finally {
    closeSync(file);
  }
}

interface Thrown {
  text?: string;
  exception?: { description?: string; value?: unknown };
}

/** The first line of an exception: the rest is its stack. */
const messageOf = ({ text = '', exception }: Thrown): string => {
  const said = exception?.description ?? (exception?.value === undefined ? text : JSON.stringify(exception.value));
  return (said.split('\n')[0] ?? '').replaceAll(`${origin}/`, '');
};

/** A frame or a worker may be gone before it is answered. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandRefused)) throw error;
}
