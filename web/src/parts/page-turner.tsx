// The page that is shown, and the buttons to the ones beside it.
import { ActionIcon, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Nothing for a single page. */
export function PageTurner({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation();
  if (pages < 2) return null;
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('preview.previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" role="status">
        {t('preview.position', { page, all: pages })}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('preview.next')}
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
