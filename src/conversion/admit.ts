// The checks of a conversion before it begins, in the order clients rely on: count, fields, content, encryption.
import { extname } from 'node:path';
import { rename, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { formats, otherImages } from '#core/formats.ts';
import { detect } from './detect/detect.ts';
import type { Detected } from './detect/detected.ts';
import type { Engines } from './engines/index.ts';
import { lookAtPdf, type PdfFacts } from './pdf/look.ts';
import { refusal } from './tools/fields.ts';
import type { Input, Tool } from './tools/tool.ts';

/** A file as it arrived: its bytes at `path`, its name as the client wrote it. */
export interface Arrival {
  path: string;
  name: string;
}

/** @throws not_enough_files, too_many_files */
export function checkCount(tool: Tool, provided: number): void {
  const { min, max } = tool.files;
  if (provided < min) throw new Failure('not_enough_files', { min, provided });
  if (provided > max) throw new Failure('too_many_files', { max, provided });
}

/** The tool's options from form fields: unknown fields are ignored, an empty optional field is an absent one. */
export function parseFields(tool: Tool, fields: Readonly<Record<string, string>>): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = tool.options.shape as never;
  const given = Object.fromEntries(Object.keys(shape).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  const parsed = tool.options.safeParse(given);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const schema = shape[name];
  if (schema === undefined) throw parsed.error;
  throw refusal(schema, name, given[name]);
}

/** Detects every file and gives it the extension of its content. @throws empty_file, unsupported_content, unsupported_format, password_protected */
export async function checkContent(tool: Tool, arrivals: readonly Arrival[]): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const { path, name } of arrivals) {
    const bytes = (await stat(path)).size;
    if (bytes === 0) throw new Failure('empty_file', { file: name });
    const detected = await detect(path, name);
    if (!tool.accepts.includes(detected.format)) throw wrongContent(tool, name, bytes, detected);
    if (detected.locked) throw new Failure('password_protected', { file: name });
    inputs.push({ path, name, format: detected.format, bytes });
  }
  for (const input of inputs) input.path = await withExtension(input.path, input.format.extensions[0] ?? '');
  return inputs;
}

function wrongContent(tool: Tool, name: string, bytes: number, { format }: Detected): Failure {
  const takesImages = tool.accepts.includes(formats.png);
  if (takesImages && (otherImages.includes(format) || format === formats.heic))
    return new Failure('unsupported_format', {
      file: name,
      received: format.id,
      accepted: tool.accepts.map(({ id }) => id),
    });
  return new Failure('unsupported_content', { file: name, detected_type: format.id, bytes });
}

/** LibreOffice and others look at the extension too, so it must tell the truth. */
async function withExtension(path: string, extension: string): Promise<string> {
  if (extname(path) === extension) return path;
  const renamed = `${path}${extension}`;
  await rename(path, renamed);
  return renamed;
}

/**
 * Looks into PDFs: which password opens them, and whether the options fit their pages. What is found is noted on the inputs.
 * @throws password_protected, needs_password, wrong_password, and what the tool's `checkPages` throws
 */
export async function checkPdfs(
  tool: Tool,
  inputs: readonly Input[],
  options: Record<string, unknown>,
  engines: Engines,
  signal: AbortSignal,
): Promise<void> {
  if (tool.encryptedPdf === 'not a pdf tool') return;
  const password =
    typeof options['password'] === 'string' && tool.encryptedPdf === 'opens' ? options['password'] : undefined;
  for (const input of inputs) {
    if (tool.encryptedPdf === 'judges')
      input.pdf = await engines.qpdf.look(input.path, { signal }).catch(unknownFacts(signal));
    else
      input.pdf = await lookAtPdf(input, password, engines, signal)
        .catch(tool.encryptedPdf === 'refuses' ? asProtected(input) : undefined)
        .catch(unknownFacts(signal));
    if (input.pdf.pages !== undefined) tool.checkPages?.(options, input.pdf.pages);
  }
}

/** A PDF on which the look itself breaks down goes on: the conversion will tell, with a job to name. */
const unknownFacts =
  (signal: AbortSignal) =>
  (error: unknown): PdfFacts => {
    signal.throwIfAborted();
    if (isFailure(error) && error.kind !== 'door') return { access: 'broken' };
    throw error;
  };

const asProtected =
  (input: Input) =>
  (error: unknown): never => {
    throw isFailure(error, 'needs_password') ? new Failure('password_protected', { file: input.name }) : error;
  };

/** The tool that does the work of a call: mostly the called one. */
export const servingTool = (tool: Tool, fields: Readonly<Record<string, string>>): Tool =>
  tool.servedBy?.(fields) ?? tool;
