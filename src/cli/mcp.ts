// ./platen mcp: the tools for an assistant on this machine, over standard input and output (Model Context Protocol).
import { openAsBlob } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { Platen } from '#client';
import { loadConfig, type Config } from '#config';
import { createTools, servedTools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { makePrivate } from '#service/files/private.ts';
import { readSteps } from '#service/jobs/pipelines.ts';
import { convertByClient } from '#mcp/by-client.ts';
import { quotaTool } from '#mcp/extra-tools.ts';
import { localPlace, type Local } from '#mcp/local.ts';
import { reportWork } from '#mcp/progress.ts';
import { createMcpServer } from '#mcp/server.ts';
import { ending, UsageError, type Define } from './command.ts';
import { convertHere } from './convert/here.ts';

const more = `
An assistant starts this command itself: name it in the assistant's settings, with the folders that it may use.
Files are read inside these folders only, and results are written there as new files; nothing is overwritten.
With --url and --key a service converts, otherwise this machine does.`;

export const mcp: Define = (command) => {
  command
    .option(
      '--root <folder>',
      'folder that may be used, in addition to the folders of the assistant; may be repeated (default: the current folder)',
      (folder: string, before: string[] | undefined) => [...(before ?? []), folder],
    )
    .option('--url <url>', 'URL of a service that converts instead (PLATEN_URL)')
    .option('--key <key>', 'API key for it (PLATEN_API_KEY)')
    .addHelpText('after', more)
    .action(ending(serve));
};

interface Options {
  root?: string[];
  url?: string;
  key?: string;
}

/** Serves until standard input ends. */
async function serve({ root: folders = [], ...service }: Options): Promise<void> {
  const config = loadConfig(process.env);
  const { url = config.serviceUrl, key = config.serviceKey } = service;
  if (url !== undefined && key === undefined)
    throw new UsageError('a service needs a key: --key KEY, or PLATEN_API_KEY in the environment');
  const say = (error: unknown) => void process.stderr.write(`platen: ${String(error)}\n`);
  const running = new Set<Promise<unknown>>();
  const roots = () => allowed(server, folders);
  const work = url === undefined ? onThisMachine(config) : byService(url, key ?? '', config, say);
  const place = localPlace({
    ...work,
    roots,
    async deliver(...call) {
      const delivered = work.deliver(...call);
      running.add(delivered);
      return await delivered.finally(() => running.delete(delivered));
    },
  });
  const server: Server = createMcpServer(place, say);
  Object.assign(server, { onerror: say });
  const ended = Promise.race([once(process.stdin, 'end'), once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await server.connect(new StdioServerTransport());
  await ended;
  // Running calls are cancelled, and leave nothing behind.
  await server.close();
  await Promise.allSettled(running);
  process.stdin.destroy();
}

/** Returns the folders of the command and of the client, or else the current folder. */
async function allowed(server: Server, folders: readonly string[]): Promise<readonly string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return folders.length > 0 ? folders : [process.cwd()];
  const { roots } = await server.listRoots();
  return [...folders, ...roots.flatMap(({ uri }) => (uri.startsWith('file://') ? [fileURLToPath(uri)] : []))];
}

type Work = Pick<Local, 'tools' | 'extraTools' | 'deliver'>;

const listedForMs = 60_000;

function byService(url: string, key: string, config: Config, say: (error: unknown) => void): Work {
  const client = new Platen({ url, apiKey: key });
  // An assistant lists the tools when it starts, and does not wait long.
  const once = new Platen({ url, apiKey: key, retries: 0, timeoutMs: 10_000 });
  let listed: { tools: readonly Tool[]; at: number } | undefined;
  return {
    /** The tools that the service lists and this version knows; if the service cannot be reached, each call reports it. */
    async tools(signal) {
      if (listed !== undefined && performance.now() < listed.at + listedForMs) return listed.tools;
      try {
        const ids = (await once.tools({ signal })).map(({ id }) => id);
        listed = { tools: createTools(config).filter(({ id }) => ids.includes(id)), at: performance.now() };
        return listed.tools;
      } catch (error) {
        signal.throwIfAborted();
        say(error);
        return listed?.tools ?? servedTools({ ...config, extensions: 'off' });
      }
    },
    extraTools: [quotaTool(client)],
    async deliver(call, sources, target, context) {
      const files = await Promise.all(sources.map(async ({ path, name }) => ({ name, data: await openAsBlob(path) })));
      const result = await convertByClient(client, call, files, context);
      await result.save(target, { signal: context.signal });
      return { warnings: result.warnings };
    },
  };
}

function onThisMachine(config: Config): Work {
  const umask = makePrivate();
  const tools: readonly Tool[] = createTools(config);
  return {
    tools: async () => tools,
    extraTools: [],
    async deliver({ what, fields }, sources, target, { signal, progress }) {
      const tool = 'tool' in what ? what.tool : readSteps(tools, JSON.stringify(what.steps));
      await using converter = await convertHere({ config, tool, fields, jobs: 1, tasks: 1, umask, countPages: true });
      const { pages, warnings } = await converter.convert(
        { sources: sources.map((source) => ({ ...source, below: '', isFound: false })), target },
        signal,
        (far) => void reportWork(progress, far).catch(() => {}),
      );
      return { ...(pages === undefined ? {} : { pages }), ...(warnings === undefined ? {} : { warnings }) };
    },
  };
}
