// Previews of the pages of a selected PDF, with the marks of a tool or a symbol of its effect.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPdf, PageSize } from './open.ts';
import { usePageNumbers } from './page-numbers.ts';
import { PagePicture } from './page-picture.tsx';
import { parity, PartOf } from './part.tsx';

export function Look({
  pdf,
  isLarge = false,
  only,
  sign,
  partOf,
  mark,
}: {
  pdf: OpenPdf;
  /** A few pages, large enough to read the marks. */
  isLarge?: boolean;
  /** The one page that is shown, for the others are beside it. */
  only?: number;
  /** The overlay of the first page. */
  sign?: ReactNode;
  /** The part that a page comes to, from 1. */
  partOf?: ((page: number) => number | undefined) | undefined;
  mark?: (page: number) => (size: PageSize) => ReactNode;
}) {
  const { t } = useTranslation();
  const all = usePageNumbers(pdf.pages);
  const pages = only === undefined ? all : [only];
  return (
    <>
      <ul
        className="page-list"
        data-large={isLarge}
        data-single={only !== undefined}
        aria-label={t('pages.pages')}
        tabIndex={0}
      >
        {pages.map((page) => (
          <li key={page} className="page-card" data-part={parity(partOf?.(page))}>
            {page === 1 && sign}
            <PagePicture pdf={pdf} page={page} label={t('pages.page', { page, all: pdf.pages })}>
              {mark?.(page)}
            </PagePicture>
            <span className="page-caption" aria-hidden>
              {page}
              <PartOf part={partOf?.(page)} />
            </span>
          </li>
        ))}
      </ul>
      {only === undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('pages.count', { count: pdf.pages })}
        </Text>
      )}
    </>
  );
}
