// Previews of the pages of a selected PDF, with the marks of a tool or a symbol of its effect.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPdf, PageSize } from './open.ts';
import { usePageNumbers } from './page-numbers.ts';
import { PagePicture } from './page-picture.tsx';

export function Look({
  pdf,
  isLarge = false,
  sign,
  mark,
}: {
  pdf: OpenPdf;
  /** A few pages, large enough to read the marks. */
  isLarge?: boolean;
  /** The overlay of the first page. */
  sign?: ReactNode;
  mark?: (page: number) => (size: PageSize) => ReactNode;
}) {
  const { t } = useTranslation();
  const pages = usePageNumbers(pdf.pages);
  return (
    <>
      <ul className="page-list" data-large={isLarge} aria-label={t('pages.pages')} tabIndex={0}>
        {pages.map((page) => (
          <li key={page} className="page-card">
            {page === 1 && sign}
            <PagePicture pdf={pdf} page={page} label={t('pages.page', { page, all: pdf.pages })}>
              {mark?.(page)}
            </PagePicture>
            <span className="page-caption" aria-hidden>
              {page}
            </span>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt={4}>
        {t('pages.count', { count: pdf.pages })}
      </Text>
    </>
  );
}
