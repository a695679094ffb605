// Finishes the PDF of an engine: appearances of form fields, the requested standard; and
// pages on which nothing is to be seen go.
import { rename } from 'node:fs/promises';
import { part } from '#core/trace.ts';
import { pdfStandardNamed } from '#core/pdf-standards.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Input } from '../tool.ts';

interface Finishing {
  standard: string | undefined;
  /** Whether the PDF may have blank pages. */
  mayHaveBlankPages?: boolean;
  /** Whether the PDF has form fields. */
  hasFields?: boolean;
  input: Input;
  signal: AbortSignal;
}

/** Works on the file in its place. Returns why the standard is not met, a sentence each. */
export const finishMade = (path: string, finishing: Finishing, engines: Engines): Promise<string[]> =>
  part('finish', () => finish(path, finishing, engines));

async function finish(
  path: string,
  { standard, mayHaveBlankPages = false, hasFields = false, input, signal }: Finishing,
  { pdf }: Engines,
): Promise<string[]> {
  const isWanted = standard !== undefined || hasFields;
  if (!isWanted && !mayHaveBlankPages) return [];
  const finished = `${path}.finished.pdf`;
  await using job = await pdf.begin(signal);
  await job.open(path);
  const without = mayHaveBlankPages ? await job.inspect('blankPages', undefined) : [];
  if (!isWanted && without.length === 0) return [];
  const wanted = {
    without,
    standard: standard === undefined ? null : pdfStandardNamed(standard),
    // Documents without a title have the name of their file.
    title: input.name.replace(/\.[^.]*$/, '') || input.name,
  };
  const { warnings } = await job.inspect('finishMade', wanted, { results: { 'out.pdf': finished } });
  await rename(finished, path);
  return warnings;
}
