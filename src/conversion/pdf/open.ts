// A PDF ready for work: without encryption, repaired where it was damaged, and not longer than the tool takes.
import { Failure, isFailure } from '#core/failure.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Input } from '#conversion/tools/tool.ts';
import { lookAtPdf } from './look.ts';

export interface OpenPdf {
  path: string;
  pages: number;
}

export interface Ceiling {
  code: 'too_many_pages' | 'pdf_too_many_pages';
  pages: number;
}

/** @throws source_unreadable, too_many_pages, pdf_too_many_pages */
export async function openPdf(
  input: Input,
  engines: Engines,
  { ceiling, signal }: { ceiling: Ceiling; signal: AbortSignal },
): Promise<OpenPdf> {
  const opened = await plain(input, engines, signal);
  if (opened.pages > ceiling.pages) throw new Failure(ceiling.code, { pages: opened.pages, max_pages: ceiling.pages });
  return opened;
}

async function plain(input: Input, engines: Engines, signal: AbortSignal): Promise<OpenPdf> {
  const { access, pages, password } = input.pdf ?? (await lookAtPdf(input, undefined, engines, signal));
  const path = `${input.path}.plain.pdf`;
  if (access === 'broken' || pages === undefined) {
    // What qpdf cannot rebuild, PDFium often can.
    await engines.pdfium.rewrite(input.path, path, { signal }).catch((cause: unknown) => {
      throw isFailure(cause, 'source_unreadable')
        ? new Failure('source_unreadable', { file: input.name }, { cause })
        : cause;
    });
    const repaired = await engines.qpdf.look(path, { signal });
    if (repaired.pages === undefined) throw new Failure('source_unreadable', { file: input.name });
    return { path, pages: repaired.pages };
  }
  if (access === 'open') return { path: input.path, pages };
  await engines.qpdf.decrypt(input.path, path, { password, signal });
  return { path, pages };
}
