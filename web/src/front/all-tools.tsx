// The list of the tools, as a page of its own.
import { Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Front } from '../api/types.ts';
import { Tools } from './tools.tsx';

export default function AllTools({ front }: { front: Front }) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t('front.all_tools')} · Platen`;
    window.scrollTo(0, 0);
  }, [t]);
  return (
    <>
      <Title order={1} mb="lg">
        {t('front.all_tools')}
      </Title>
      <Tools pages={front.pages} />
    </>
  );
}
