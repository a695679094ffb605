// One page of a PDF as a picture, drawn when it comes near the viewport and released when it is far away.
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPdf, PageSize } from './open.ts';

/** How far beside the screen pages are drawn. */
const near = '300px';

/** Callbacks for elements that come near the viewport or leave it, with one observer for all. */
const watched = new Map<Element, (isNear: boolean) => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  },
  { rootMargin: near },
);

/** Whether an element is near the viewport. */
function useNear(): [(element: Element | null) => void, boolean] {
  const [element, setElement] = useState<Element | null>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element === null) return undefined;
    watched.set(element, setNear);
    observer.observe(element);
    return () => {
      watched.delete(element);
      observer.unobserve(element);
    };
  }, [element]);
  return [setElement, isNear];
}

/** Not drawn anew while others of a long list change. */
export const PagePicture = memo(Picture);

function Picture({
  pdf,
  page,
  degrees = 0,
  isFitted = false,
  label,
  children,
}: {
  pdf: OpenPdf;
  page: number;
  /** How far it is turned clockwise. */
  degrees?: number;
  /** As wide as there is room, instead of in a square, in which it can be turned. */
  isFitted?: boolean;
  /** The text for screen readers; empty if the words are beside it. */
  label?: string;
  /** The overlay of the page, for its size in points. */
  children?: ((size: PageSize) => ReactNode) | undefined;
}) {
  const [ref, isNear] = useNear();
  const [size, setSize] = useState(pdf.first);
  const { width, height } = size;
  const longer = Math.max(width, height);
  const [x, y] = isFitted ? [100, 100] : [(width / longer) * 100, (height / longer) * 100];
  return (
    <span
      className="page-square"
      style={isFitted ? { aspectRatio: `${width} / ${height}` } : undefined}
      ref={ref}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <span
        className="page-paper"
        style={{
          width: `${x}%`,
          height: `${y}%`,
          transform: `rotate(${degrees}deg)`,
        }}
      >
        {isNear && <Drawn pdf={pdf} page={page} onSize={setSize} />}
        {children !== undefined && (
          <svg className="page-mark" viewBox={`0 0 ${width} ${height}`} aria-hidden>
            {children(size)}
          </svg>
        )}
      </span>
    </span>
  );
}

function Drawn({ pdf, page, onSize }: { pdf: OpenPdf; page: number; onSize: (size: PageSize) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { t } = useTranslation();
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  useEffect(() => {
    const onto = canvas.current;
    if (onto === null) return undefined;
    const pixels = Math.max(1, onto.clientWidth) * Math.min(2, window.devicePixelRatio);
    let isLeft = false;
    void pdf.sizeOf(page).then(
      (size) => isLeft || onSize(size),
      () => {},
    );
    const drawing = pdf.draw(page, onto, pixels);
    drawing.done.then(
      () => setState('drawn'),
      () => isLeft || setState('failed'),
    );
    return () => {
      isLeft = true;
      drawing.cancel();
      onto.width = 0;
    };
  }, [pdf, page, onSize]);
  return (
    <>
      <canvas ref={canvas} data-drawn={state === 'drawn'} />
      {state === 'failed' && <span className="page-failed">{t('pages.not_drawn')}</span>}
    </>
  );
}
