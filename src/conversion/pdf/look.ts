// How a PDF opens, before a job exists: which password it takes, and how many pages it has.
import { Failure } from '#core/failure.ts';
import type { PdfAccess } from '#conversion/engines/qpdf.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { candidates, hasControls } from './passwords.ts';

export interface PdfFacts {
  access: PdfAccess;
  /** The password that opens it; absent when none is needed. */
  password?: string;
  /** Absent when it cannot be opened before it is repaired. */
  pages?: number;
}

interface File {
  path: string;
  name: string;
}

/**
 * Looks at a PDF with the password that was sent; one that is not needed is ignored.
 * @throws needs_password, wrong_password; password_protected for one that no password opens
 */
export async function lookAtPdf(
  file: File,
  password: string | undefined,
  { qpdf }: Pick<Engines, 'qpdf'>,
  signal: AbortSignal,
): Promise<PdfFacts> {
  const without = await qpdf.look(file.path, { signal });
  if (without.access === 'certificate') throw new Failure('password_protected', { file: file.name });
  if (without.access !== 'locked') return without;
  if (password === undefined) throw new Failure('needs_password', { file: file.name });
  for (const candidate of hasControls(password) ? [] : candidates(password)) {
    const opened = await qpdf.look(file.path, { password: candidate, signal });
    if (opened.access !== 'locked') return { ...opened, password: candidate };
  }
  throw new Failure('wrong_password', { file: file.name });
}
