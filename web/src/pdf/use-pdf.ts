// An open PDF for as long as something on the page shows it.
import { useEffect, useMemo, useState } from 'react';
import { inTurns } from './in-turns.ts';
import { openPdf, type OpenPdf, type Source } from './open.ts';

export type Opening =
  | { is: 'opening' }
  | { is: 'open'; pdf: OpenPdf }
  /** It needs a password; `isWrong` if one was tried. */
  | { is: 'locked'; isWrong: boolean }
  | { is: 'unreadable' };

interface Held {
  password: string;
  opening: Promise<OpenPdf>;
  users: number;
}

/** Many files at once would freeze a browser. */
const turn = inTurns(3);

/** By file or URL; a document that several views show is opened once. */
const held = new Map<Source, Held>();

/** Views change between one render and the next: what nobody shows is closed a little later. */
const lingerMs = 3000;

function take(source: Source, password: string): Held {
  const known = held.get(source);
  if (known?.password === password) {
    known.users++;
    return known;
  }
  const taken = { password, opening: turn(() => openPdf(source, password)), users: 1 };
  held.set(source, taken);
  return taken;
}

function leave(source: Source, left: Held): void {
  setTimeout(() => {
    if (--left.users > 0) return;
    if (held.get(source) === left) held.delete(source);
    left.opening.then(
      (pdf) => pdf.close(),
      () => {},
    );
  }, lingerMs);
}

const describe = (error: unknown, password: string): Opening =>
  error instanceof Error && error.name === 'PasswordException'
    ? { is: 'locked', isWrong: password !== '' }
    : { is: 'unreadable' };

/** The PDFs at `sources`, each opened with this password where it needs one. */
export function usePdfs(sources: readonly Source[], password = ''): Opening[] {
  const [openings, setOpenings] = useState<ReadonlyMap<Source, Opening>>(new Map());
  useEffect(() => {
    let isLeft = false;
    const taken = sources.map((source) => {
      const own = take(source, password);
      const show = (found: Opening) => {
        if (!isLeft) setOpenings((known) => new Map(known).set(source, found));
      };
      own.opening.then(
        (pdf) => show({ is: 'open', pdf }),
        (error: unknown) => show(describe(error, password)),
      );
      return { source, own };
    });
    return () => {
      isLeft = true;
      for (const { source, own } of taken) leave(source, own);
    };
  }, [sources, password]);
  return sources.map((source) => openings.get(source) ?? { is: 'opening' });
}

/** The one at `source`. */
export function usePdf(source: Source, password = ''): Opening {
  const sources = useMemo(() => [source], [source]);
  return usePdfs(sources, password)[0] ?? { is: 'opening' };
}
