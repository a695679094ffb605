// Pages that are clicked; the field with their ranges follows, and leads where it is typed into.
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pagesInWords } from '../parts/page-words.ts';
import type { OpenPdf } from './open.ts';
import { PageList } from './page-list.tsx';
import { pagesOf, rangesOf } from './selection.ts';

export function PickPages({
  pdf,
  hint,
  ranges,
  label,
  isAllIfNone = false,
  onRanges,
}: {
  pdf: OpenPdf;
  /** The effect on the pages. */
  hint: string;
  ranges: string;
  /** The purpose of the list; by default pages that are kept. */
  label?: string;
  /** Whether no selection means all pages. */
  isAllIfNone?: boolean;
  onRanges: (ranges: string) => void;
}) {
  const { t } = useTranslation();
  const picked = pagesOf(ranges, pdf.pages) ?? [];
  const positions = new Map(picked.map((page, n) => [page, n + 1]));
  const isInOrder = picked.every((page, n) => n === 0 || page > (picked[n - 1] ?? 0));
  const pick = (page: number, from: number | undefined) => {
    if (from !== undefined) return onRanges(rangesOf([...new Set([...picked, ...between(from, page)])]));
    const others = picked.filter((one) => one !== page);
    if (others.length < picked.length) return onRanges(rangesOf(others));
    // Clicks keep the order of the document until somebody has typed another one.
    const added = [...picked, page];
    return onRanges(rangesOf(isInOrder ? added.sort((a, b) => a - b) : added));
  };
  const all = between(1, pdf.pages);
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" role="status">
          {picked.length > 0 && <strong>{pagesInWords(ranges)}. </strong>}
          {isAllIfNone && picked.length === 0
            ? t('pages.all_pages')
            : t('pages.picked', { count: picked.length, all: pdf.pages })}{' '}
          {hint}
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={picked.length === 0}
            onClick={() => onRanges(rangesOf(all.filter((page) => !positions.has(page))))}
          >
            {t('pages.invert')}
          </Button>
          <Button size="compact-sm" variant="subtle" disabled={ranges === ''} onClick={() => onRanges('')}>
            {t('pages.none')}
          </Button>
        </Group>
      </Group>
      <PageList
        pdf={pdf}
        label={label ?? t('pages.pick')}
        pageLabel={(page) => t('pages.page', { page, all: pdf.pages })}
        isPicked={(page) => positions.has(page)}
        onPick={pick}
        placeOf={(page) => (isInOrder ? undefined : positions.get(page))}
      />
    </div>
  );
}

const between = (one: number, other: number): number[] => {
  const from = Math.min(one, other);
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, n) => from + n);
};
