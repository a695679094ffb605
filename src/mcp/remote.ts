// The file access of assistants that use a service by HTTP: files arrive in messages or are uploaded before; results are resources.
import type { CallToolResult, ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { Platen, type Input, type Result } from '#client';
import { MiB, inUnits } from '#core/bytes.ts';
import { formats, isReadable } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { isRecord } from './arguments.ts';
import { convertByClient } from './by-client.ts';
import { deleteTool, quotaTool } from './extra-tools.ts';
import { inProcessUrl } from './in-process-fetch.ts';
import type { Call, Context, Place } from './place.ts';
import { Problem } from './problem.ts';
import { answerOf, isInline, resultName, resultTool } from './result.ts';

/** Of a message with everything in it. */
export const maxMessageBytes = 10 * MiB;
/** Of a result that is read as a resource: a message holds four bytes for three. */
const maxReadBytes = 7 * MiB;
const maxListed = 50;

interface Remote {
  tools: readonly Tool[];
  key: string;
  /** Reaches the API of the service. */
  fetch: typeof fetch;
  /** The public address of the service. */
  publicUrl: string;
}

export function remotePlace({ tools, key, fetch, publicUrl }: Remote): Place {
  // The caller waits.
  const client = new Platen({ url: inProcessUrl, apiKey: key, fetch, retries: 0 });
  const downloadOf = (id: string) => `${publicUrl}/v1/download/${id}`;
  return {
    file: fileSchema,
    example: '{ "name": "report.docx", "content": "UEsDB…" }',
    instructions: `Converts documents by the service at ${publicUrl}. A file is given as "content" (base64) or "text" with its "name", or as "file_id": the id of an upload (POST ${publicUrl}/v1/uploads, for files over 7 MB) or the job_id of an earlier result. Results are resources platen://job/ID for an hour. Give the job_id of one result as file_id to work on with it; convert_in_steps does several steps at once.`,
    tools: async () => tools,
    convert: (call, context) => convert(client, tools, call, { context, downloadOf }),
    extraTools: [quotaTool(client), deleteTool(client)],
    resourceTemplates: [
      {
        uriTemplate: 'platen://job/{job_id}',
        name: 'result',
        title: 'Result of a conversion',
        description: `The file of a conversion that has succeeded, for an hour; up to ${inUnits(maxReadBytes)}.`,
      },
    ],
    resources: (signal) => recent(client, tools, signal),
    read: (uri, signal) => read(client, { uri, signal, downloadOf, fetch, key }),
  };
}

const fileSchema = {
  type: 'object',
  description: 'A file: its name with its content or its text, or the file_id of one that the service has already.',
  properties: {
    name: { type: 'string', description: 'The file name, with its extension.' },
    content: { type: 'string', contentEncoding: 'base64', description: 'The bytes of the file, as base64.' },
    text: { type: 'string', description: 'In place of content: the text of a text file (TXT, CSV, HTML, Markdown).' },
    file_id: {
      type: 'string',
      description: 'In place of content: the id of an upload, or the job_id of an earlier result.',
    },
  },
  additionalProperties: false,
} as const;

/** @throws Problem */
function inputOf(given: unknown): Input {
  if (typeof given === 'string') return { fileId: idOf(given) };
  const { name, content, text, file_id: id } = isRecord(given) ? given : {};
  const ways = [content, text, id].filter((way) => typeof way === 'string');
  if (ways.length !== 1)
    throw new Problem('invalid_arguments', 'A file needs exactly one of "content" (base64), "text" and "file_id".');
  if (typeof id === 'string') return { fileId: idOf(id) };
  if (typeof name !== 'string' || name === '')
    throw new Problem(
      'invalid_arguments',
      'A file with its content needs a "name" with its extension, such as report.docx.',
    );
  if (typeof text === 'string') return { name, data: Buffer.from(text) };
  return { name, data: bytesOf(String(content), name) };
}

/** A result may be named by its resource too. */
const idOf = (text: string): string => text.replace(/^platen:\/\/job\//, '');

function bytesOf(content: string, name: string): Buffer {
  const base64 = content.replace(/^data:[^,]{0,200};base64,/, '').replace(/\s+/g, '');
  const isBase64 = /^[A-Za-z0-9+/_-]*={0,2}$/.test(base64);
  if (!isBase64)
    throw new Problem('invalid_arguments', `The content of "${name}" is not base64.`, {
      remedy: 'Encode the bytes of the file as base64, or give a text file as "text".',
    });
  return Buffer.from(base64, 'base64');
}

interface Convert {
  context: Context;
  downloadOf: (id: string) => string;
}

async function convert(
  client: Platen,
  tools: readonly Tool[],
  call: Call,
  { context, downloadOf }: Convert,
): Promise<CallToolResult> {
  if (call.output !== undefined)
    throw new Problem('invalid_arguments', 'Results have no place of their own here: leave "output" out.');
  const tool = resultTool(call, tools);
  const inputs = call.files.map(inputOf);
  const result = await convertByClient(client, call, inputs, context);
  const { format } = tool.produces;
  const [first] = inputs;
  const name = resultName(tool, typeof first === 'object' && 'name' in first ? first.name : 'result');
  const { jobId, sizeBytes, warnings } = result;
  return answerOf({
    name,
    format,
    bytes: sizeBytes,
    warnings,
    uri: uriOf(jobId),
    where: `It is the resource ${uriOf(jobId)} for an hour; job_id ${jobId} is the file_id of further steps.`,
    text: isInline(format, sizeBytes) ? await textIn(result, context.signal) : undefined,
    more: { job_id: jobId, download_url: downloadOf(jobId) },
  });
}

const uriOf = (id: string): string => `platen://job/${id}`;
const textIn = async (result: Result, signal: AbortSignal): Promise<string> =>
  Buffer.from(await result.bytes({ signal })).toString();

/** The key's last results. */
async function recent(client: Platen, tools: readonly Tool[], signal: AbortSignal): Promise<Resource[]> {
  const found: Resource[] = [];
  for await (const { job_id: id, name, tool: toolId, size_bytes: size } of client.jobs(
    { status: 'success' },
    { signal },
  )) {
    const tool = tools.find((one) => one.id === toolId);
    const mimeType = tool === undefined || tool.formatOf !== undefined ? undefined : tool.produces.format.mime;
    found.push({
      uri: uriOf(id),
      name: name ?? id,
      ...(size === null ? {} : { size }),
      ...(mimeType === undefined ? {} : { mimeType }),
    });
    if (found.length === maxListed) break;
  }
  return found;
}

interface Reading {
  uri: string;
  signal: AbortSignal;
  downloadOf: (id: string) => string;
  fetch: typeof fetch;
  key: string;
}

async function read(client: Platen, { uri, signal, downloadOf, fetch, key }: Reading): Promise<ReadResourceResult> {
  const id = /^platen:\/\/job\/([\w-]{1,64})$/.exec(uri)?.[1];
  if (id === undefined)
    throw new Problem('resource_not_found', `There is no resource ${uri}; results are platen://job/JOB_ID.`);
  const result = await client.result(id, { signal });
  if (result.sizeBytes > maxReadBytes)
    throw new Problem(
      'too_large',
      `The result is ${inUnits(result.sizeBytes)}; a message holds ${inUnits(maxReadBytes)}.`,
      {
        remedy: `Fetch it by HTTP with the API key: ${downloadOf(id)}`,
      },
    );
  const head = await fetch(result.downloadUrl, { method: 'HEAD', headers: { Authorization: `Bearer ${key}` }, signal });
  const mimeType = head.headers.get('content-type')?.split(';')[0] ?? formats.unknown.mime;
  const bytes = Buffer.from(await result.bytes({ signal }));
  const isText = isReadable({ ...formats.unknown, mime: mimeType });
  return {
    contents: [{ uri, mimeType, ...(isText ? { text: bytes.toString() } : { blob: bytes.toString('base64') }) }],
  };
}
