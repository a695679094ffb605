// Where the focus goes when the item that had it is taken out of a list: to the one in its place.
import { useEffect, useRef, type RefObject } from 'react';

interface Removal {
  place: number;
  /** Items of the list before. */
  count: number;
}

/** `onRemoving` receives the position of the item before it is removed. */
export function useFocusAfterRemoval<List extends HTMLElement>(): {
  list: RefObject<List | null>;
  onRemoving: (place: number) => void;
} {
  const list = useRef<List>(null);
  const removal = useRef<Removal>(undefined);
  // After each rendering: the item may be removed later.
  useEffect(() => {
    const items = list.current?.children;
    if (removal.current === undefined || items === undefined || items.length >= removal.current.count) return;
    const item = items[Math.min(removal.current.place, items.length - 1)];
    removal.current = undefined;
    if (list.current?.contains(document.activeElement) === true) return;
    const next = item?.querySelector<HTMLElement>('[data-removes]:not(:disabled)');
    (next ?? item?.querySelector<HTMLElement>('button:not(:disabled)'))?.focus();
  });
  return {
    list,
    onRemoving: (place) => (removal.current = { place, count: list.current?.children.length ?? 0 }),
  };
}
