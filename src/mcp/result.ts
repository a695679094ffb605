// The answer to a conversion: a text, links to the result, and the same as data.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { inUnits, KiB } from '#core/bytes.ts';
import { isReadable, type Format } from '#core/formats.ts';
import { servingTool, withFields } from '#conversion/admit.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { outputName } from '#service/jobs/output-name.ts';
import type { Call } from './place.ts';
import { Problem } from './problem.ts';

/** A text up to here is in the answer itself. */
export const maxInlineBytes = 64 * KiB;

export interface Made {
  name: string;
  format: Format;
  bytes: number;
  warnings: readonly string[];
  /** Of the resource. */
  uri: string;
  /** A sentence on where the result is. */
  where: string;
  /** The whole of a short text. */
  text?: string | undefined;
  more?: { path?: string; pages?: number; job_id?: string; download_url?: string };
}

export function answerOf({ name, format, bytes, warnings, uri, where, text, more = {} }: Made): CallToolResult {
  const { pages, download_url: download } = more;
  const size = pages === undefined ? inUnits(bytes) : `${inUnits(bytes)}, ${pages === 1 ? '1 page' : `${pages} pages`}`;
  const lines = [`${name} (${size}). ${where}`, ...warnings.map((warning) => `Warning: ${warning}`)];
  const file = { name, mimeType: format.mime, size: bytes };
  const content: ContentBlock[] = [
    { type: 'text', text: lines.join('\n') },
    { type: 'resource_link', uri, ...file },
  ];
  if (download !== undefined)
    content.push({
      type: 'resource_link',
      uri: download,
      ...file,
      description: 'The same by HTTP, with the API key as bearer token, for an hour.',
    });
  if (text !== undefined) content.push({ type: 'resource', resource: { uri, mimeType: format.mime, text } });
  return {
    content,
    structuredContent: { name, mime_type: format.mime, size_bytes: bytes, warnings: [...warnings], uri, ...more },
  };
}

/** Whether its text goes into the answer. */
export const isInline = (format: Format, bytes: number): boolean => isReadable(format) && bytes <= maxInlineBytes;

/** The tool whose result a call has, with the format that its fields ask for. */
export function resultTool({ what, fields }: Pick<Call, 'what' | 'fields'>, tools: readonly Tool[]): Tool {
  if ('tool' in what) return formed(what.tool, fields);
  const { tool: id = '', ...own } = what.steps.at(-1) ?? {};
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) throw new Problem('invalid_arguments', `There is no tool "${id}".`);
  return formed(tool, own);
}

/** @throws a Failure for a value that the tool does not accept */
const formed = (tool: Tool, fields: Readonly<Record<string, string>>): Tool =>
  withFields(servingTool(tool, fields), fields).tool;

/** The usual name of the result. */
export const resultName = (tool: Tool, inputName: string): string => outputName(tool, inputName);
