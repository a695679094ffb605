// The server that assistants talk to (Model Context Protocol): tools, resources and prompts of a place.
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { closest } from '#core/closest.ts';
import { version } from '#core/version.ts';
import { readCall, readSteps } from './arguments.ts';
import type { Context, Place } from './place.ts';
import { problemOf, textOf } from './problem.ts';
import { progressTo } from './progress.ts';
import { listedPrompts, promptNamed } from './prompts.ts';
import { listedSteps, listedTool, stepsTool } from './schemas.ts';

/** The pause between the last notification and the result. */
const lastNotificationMs = 20;
/** JSON-RPC code of the protocol for a resource that is not there. */
const resourceNotFound = -32002;

/** `onMistake` gets errors that no call should cause. */
export function createMcpServer(place: Place, onMistake: (error: unknown) => void): Server {
  const server = new Server(
    { name: 'platen', title: 'Platen', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: place.instructions },
  );

  server.setRequestHandler(ListToolsRequestSchema, async (_request, { signal }) => {
    const tools = await place.tools(signal);
    return {
      tools: [
        ...tools.map((tool) => listedTool(tool, place)),
        listedSteps(tools, place),
        ...place.extraTools.map(({ listed }) => listed),
      ],
    };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const progress = progressTo(params._meta?.progressToken, sendNotification);
    try {
      const answer = await called(place, params.name, params.arguments ?? {}, { signal, progress });
      await progress.report(1, 'Done.');
      // Clients drop a notification that arrives together with the result of its call.
      if (progress.isWanted) await sleep(lastNotificationMs);
      return answer;
    } catch (error) {
      if (signal.aborted || error instanceof McpError) throw error;
      return refusal(error, onMistake);
    }
  });

  server.setRequestHandler(ListResourcesRequestSchema, async (_request, { signal }) => ({
    resources: await asProtocol(() => place.resources(signal)),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...place.resourceTemplates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    asProtocol(() => place.read(params.uri, signal)),
  );

  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listedPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, { signal }) => {
    const prompt = promptNamed(params.name, params.arguments ?? {}, await place.tools(signal));
    if (prompt !== undefined) return prompt;
    throw new McpError(ErrorCode.InvalidParams, `there is no prompt "${params.name}"`);
  });

  return server;
}

async function called(
  place: Place,
  name: string,
  given: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<CallToolResult> {
  const extra = place.extraTools.find(({ listed }) => listed.name === name);
  if (extra !== undefined) return await extra.call(given, context.signal);
  const tools = await place.tools(context.signal);
  if (name === stepsTool) return await place.convert(readSteps(tools, given), context);
  const tool = tools.find(({ id }) => id === name);
  if (tool !== undefined) return await place.convert(readCall(tool, given), context);
  const meant = closest(name, [...tools.map(({ id }) => id), stepsTool]);
  throw new McpError(
    ErrorCode.InvalidParams,
    `there is no tool "${name}"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}

/** An error is an answer too: the model reads it, and does something about it. */
function refusal(error: unknown, onMistake: (error: unknown) => void): CallToolResult {
  const problem = problemOf(error);
  if (problem === undefined) onMistake(error);
  const text =
    problem === undefined
      ? 'internal_error: Something went wrong here; the same call may succeed later.'
      : textOf(problem);
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Resources have no answer for errors but that of the protocol. */
async function asProtocol<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const problem = problemOf(error);
    throw problem === undefined ? error : new McpError(resourceNotFound, textOf(problem));
  }
}
