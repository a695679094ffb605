// The pages of a PDF as pictures that are picked: one stop of the Tab key, arrows between pages, Space or a click to pick.
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { count } from '../format.ts';
import type { OpenPdf } from './open.ts';
import { usePageNumbers } from './page-numbers.ts';
import { PagePicture } from './page-picture.tsx';
import { parity, PartOf } from './part.tsx';

export function PageList({
  pdf,
  label,
  pageLabel,
  isPicked,
  onPick,
  degreesOf,
  placeOf,
  partOf,
}: {
  pdf: OpenPdf;
  /** The label of the list. */
  label: string;
  /** The label of a page. */
  pageLabel: (page: number) => string;
  isPicked: (page: number) => boolean;
  /** `from` is the previously selected page, if Shift is pressed. */
  onPick: (page: number, from: number | undefined) => void;
  degreesOf?: (page: number) => number;
  /** Its place in an order of its own. */
  placeOf?: (page: number) => number | undefined;
  /** The part that it comes to, from 1; neighbours have other grounds. */
  partOf?: ((page: number) => number | undefined) | undefined;
}) {
  const [current, setCurrent] = useState(1);
  const [before, setBefore] = useState<number>();
  const numbers = usePageNumbers(pdf.pages);
  const list = useRef<HTMLDivElement>(null);
  const pick = (page: number, event: MouseEvent | KeyboardEvent) => {
    onPick(page, event.shiftKey ? before : undefined);
    setCurrent(page);
    setBefore(page);
  };
  const move = (page: number) => {
    setCurrent(page);
    (list.current?.children[page - 1] as HTMLElement | undefined)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const page = nextPage(event.key, current, pdf.pages, columnsOf(list.current));
    if (event.key === ' ' || event.key === 'Enter') pick(current, event);
    else if (page !== undefined) move(page);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} className="page-list" role="listbox" aria-label={label} aria-multiselectable tabIndex={-1}>
      {numbers.map((page) => {
        const place = placeOf?.(page);
        const part = partOf?.(page);
        return (
          <div
            key={page}
            role="option"
            className="page-card"
            data-part={parity(part)}
            aria-selected={isPicked(page)}
            aria-label={pageLabel(page)}
            tabIndex={page === Math.min(current, pdf.pages) ? 0 : -1}
            onFocus={() => setCurrent(page)}
            onClick={(event) => pick(page, event)}
            onKeyDown={onKey}
          >
            <PagePicture pdf={pdf} page={page} degrees={degreesOf?.(page) ?? 0} />
            <span className="page-caption" aria-hidden>
              {page}
              {place !== undefined && <b className="page-place">{count(place)}</b>}
              <PartOf part={part} />
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** The cards in the first row: those at the height of the first. */
function columnsOf(list: HTMLElement | null): number {
  const items = [...(list?.children ?? [])] as HTMLElement[];
  const top = items[0]?.offsetTop;
  const columns = items.findIndex(({ offsetTop }) => offsetTop !== top);
  return columns === -1 ? items.length : columns;
}

function nextPage(key: string, page: number, last: number, columns: number): number | undefined {
  const to = {
    ArrowRight: page + 1,
    ArrowLeft: page - 1,
    ArrowDown: page + columns,
    ArrowUp: page - columns,
    Home: 1,
    End: last,
  }[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 1), last);
}
