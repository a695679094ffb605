// The checks of a conversion before it begins, in the order clients rely on: count, fields, content, encryption.
import { extname } from 'node:path';
import { rename, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats, otherImages } from '#core/formats.ts';
import { detect, type Detected } from './detect/detect.ts';
import type { Engines } from './engines/index.ts';
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

/** @throws password_protected */
export async function checkEncryption(
  tool: Tool,
  inputs: readonly Input[],
  { qpdf }: Engines,
  signal: AbortSignal,
): Promise<void> {
  if (tool.encryptedPdf === 'not a pdf tool') return;
  for (const input of inputs) {
    const access = await qpdf.access(input.path, { signal });
    if (access === 'locked' || access === 'certificate') throw new Failure('password_protected', { file: input.name });
  }
}
