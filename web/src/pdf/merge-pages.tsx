// merge-pdf: whole files in an order, or single pages of all of them.
import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf } from '../format.ts';
import type { Chosen } from '../workbench/batch.ts';
import OrderedFiles from '../workbench/ordered-files.tsx';
import { ArrangePages } from './arrange-pages.tsx';
import { followed } from './arrangement.ts';
import { FirstPage } from './first-page.tsx';
import { usePdfs } from './use-pdf.ts';

export default function MergePages({
  files,
  pages,
  onFiles,
  onPages,
}: {
  files: readonly Chosen[];
  /** The field of single pages; empty for whole files. */
  pages: string;
  onFiles: (files: readonly Chosen[]) => void;
  onPages: (pages: string) => void;
}) {
  const { t } = useTranslation();
  const [isByPage, setByPage] = useState(pages !== '');
  const before = useRef(files);
  const follow = useEffectEvent((now: readonly Chosen[]) => {
    const next = followed(pages, before.current, now);
    before.current = now;
    if (next !== pages) onPages(next);
  });
  useEffect(() => follow(files), [files]);
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('pages.merge_what')}
        value={isByPage ? 'pages' : 'files'}
        onChange={(what) => {
          setByPage(what === 'pages');
          if (what === 'files') onPages('');
        }}
        data={[
          { value: 'files', label: t('pages.whole_files') },
          { value: 'pages', label: t('pages.single_pages') },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <Text size="sm" c="dimmed">
        {isByPage ? t('pages.arrange_hint') : t('workbench.order_hint')}
      </Text>
      <OrderedFiles
        files={files}
        onChange={(ordered) => {
          if (ordered.length === 0) onPages('');
          onFiles(ordered);
        }}
        Picture={FirstPage}
      />
      {isByPage && <AllPages files={files} pages={pages} onPages={onPages} />}
    </Stack>
  );
}

function AllPages({
  files,
  pages,
  onPages,
}: {
  files: readonly Chosen[];
  pages: string;
  onPages: (pages: string) => void;
}) {
  const { t } = useTranslation();
  const sources = useMemo(() => files.map(({ file }) => file), [files]);
  const openings = usePdfs(sources);
  const pdfs = openings.flatMap((opening) => (opening.is === 'open' ? [opening.pdf] : []));
  const closed = files.filter((_, n) => openings[n]?.is === 'locked' || openings[n]?.is === 'unreadable');
  if (closed.length > 0)
    return (
      <Text size="sm" role="alert">
        {t('pages.cannot_arrange', { names: allOf(closed.map(({ name }) => name)) })}
      </Text>
    );
  if (pdfs.length < files.length) return <Skeleton height={180} aria-label={t('common.loading')} />;
  return <ArrangePages files={files} pdfs={pdfs} pages={pages} onPages={onPages} />;
}
