// Inspects files before a conversion begins: their formats, how PDFs open, and whether the options fit them.
import { extname } from 'node:path';
import { renameSync, statSync } from 'node:fs';
import { Failure } from '#core/failure.ts';
import { formatFor, formatNamed, formats, otherImages, type Format } from '#core/formats.ts';
import type { Arrival } from './admit.ts';
import type { Engines } from './engines/index.ts';
import type { PdfFacts, PdfJob } from './engines/pdf/job.ts';
import { candidates, hasControls } from './options/passwords.ts';
import type { Input, Tool } from './tools/tool.ts';

/** Detects every file's format and sets its extension accordingly. @throws empty_file, unsupported_content, unsupported_format, password_protected */
export async function inspectContent(
  tool: Tool,
  arrivals: readonly Arrival[],
  { inspectors }: Engines,
  signal: AbortSignal,
): Promise<Input[]> {
  const sizes = arrivals.map(({ path }) => statSync(path).size);
  const asked = arrivals.map(({ name }, n) => ({ file: `document-${n}`, name }));
  const files = Object.fromEntries(arrivals.map(({ path }, n) => [`document-${n}`, path]));
  const isEmpty = sizes.some((bytes) => bytes === 0);
  const found = isEmpty ? [] : await inspectors.run('detect', asked, { files, signal });

  const inputs: Input[] = [];
  for (const [n, { path, name }] of arrivals.entries()) {
    const bytes = sizes[n] ?? 0;
    if (bytes === 0) throw new Failure('empty_file', { file: name });
    // An empty file follows: it is the first invalid file unless this one is.
    const detected = found[n] ?? (await inspectors.run('detect', asked.slice(n, n + 1), { files, signal }))[0];
    const format = formatFor(tool.accepts, formatNamed(detected?.format ?? ''), extname(name).toLowerCase());
    if (!tool.accepts.includes(format)) throw wrongContent(tool, name, bytes, format);
    if (detected?.locked === true)
      throw new Failure('password_protected', { file: name }).hinting(format === formats.epub ? drm : undefined);
    inputs.push({ path, name, format, bytes });
  }
  for (const input of inputs) input.path = withExtension(input.path, input.format.extensions[0] ?? '');
  return inputs;
}

/** Books have no passwords to remove. */
const drm = 'The book has DRM, which only the programs of its shop can open. Ask for a copy without it.';

function wrongContent(tool: Tool, name: string, bytes: number, format: Format): Failure {
  const takesImages = tool.accepts.includes(formats.png);
  if (takesImages && (otherImages.includes(format) || format === formats.heic))
    return new Failure('unsupported_format', {
      file: name,
      received: format.id,
      accepted: tool.accepts.map(({ id }) => id),
    });
  return new Failure('unsupported_content', { file: name, detected_type: format.id, bytes });
}

/** Renames a file to the right extension, which LibreOffice and other programs trust. */
function withExtension(path: string, extension: string): string {
  if (extname(path) === extension) return path;
  const renamed = `${path}${extension}`;
  renameSync(path, renamed);
  return renamed;
}

/**
 * Opens the PDFs of a job, each in the slot of its number, and records on the inputs how they open.
 * @throws password_protected, needs_password, wrong_password, and the errors of the tool's `checkPages`
 */
export async function openPdfs(
  tool: Tool,
  inputs: readonly Input[],
  options: Record<string, unknown>,
  pdf: PdfJob,
): Promise<void> {
  const sent =
    typeof options['password'] === 'string' && tool.whenEncrypted === 'open' ? options['password'] : undefined;
  const passwords = sent === undefined || hasControls(sent) ? [] : candidates(sent);
  for (const input of inputs) {
    if (input.format !== formats.pdf) continue;
    const facts = await pdf.open(input.path, passwords);
    if (tool.whenEncrypted !== 'run') checkAccess(tool, input, facts, sent);
    input.pdf = facts;
  }
  // A file that cannot be opened here is repaired later; until then, its number of pages is unknown.
  const pages = inputs.map((input) => input.pdf?.pages ?? 0);
  if (!pages.includes(0)) tool.checkPages?.(options, pages);
}

function checkAccess(tool: Tool, { name }: Input, { access }: PdfFacts, password: string | undefined): void {
  if (access === 'certificate' || (access === 'locked' && tool.whenEncrypted === 'refuse'))
    throw new Failure('password_protected', { file: name });
  if (access === 'locked')
    throw new Failure(password === undefined ? 'needs_password' : 'wrong_password', { file: name });
}
