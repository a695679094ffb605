// The pages of a long document: the first ones at once, the others when the browser has time.
import { useDeferredValue, useMemo } from 'react';

/** More than fit on a screen. */
const atOnce = 48;

/** From 1. */
export function usePageNumbers(pages: number): number[] {
  const shown = useDeferredValue(pages, Math.min(pages, atOnce));
  return useMemo(() => Array.from({ length: shown }, (_, n) => n + 1), [shown]);
}
