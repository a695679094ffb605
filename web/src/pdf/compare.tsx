// A result beside its source, page by page: one over the other with a slider between them, or side by side.
import { Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTurner } from '../parts/page-turner.tsx';
import { useSheets } from '../parts/preview.tsx';
import type { OpenPdf } from './open.ts';
import { PagePicture } from './page-picture.tsx';
import { usePdf } from './use-pdf.ts';

export interface Compared {
  file: File;
  /** That opens the source, where it needs one. */
  password: string;
  name: string;
}

/** Of a result that is a PDF; `url` is its address. */
export function CompareBySlider({ file, password, name, url }: Compared & { url: string }) {
  const [source, result] = [usePdf(file, password), usePdf(url)];
  if (source.is === 'opening' || result.is === 'opening') return <Skeleton height={420} />;
  if (source.is !== 'open' || result.is !== 'open') return <NoPicture />;
  return <Slider before={source.pdf} after={result.pdf} name={name} />;
}

function Slider({ before, after, name }: { before: OpenPdf; after: OpenPdf; name: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [place, setPlace] = useState(50);
  return (
    <div className="compare">
      <Group justify="center" gap="xs" mb="xs">
        <PageTurner page={page} pages={Math.min(before.pages, after.pages)} onPage={setPage} />
      </Group>
      <div className="compare-stack" key={page}>
        <PagePicture isFitted pdf={after} page={page} label={t('pages.after_of', { page, name })} />
        <span className="compare-over" style={{ clipPath: `inset(0 ${100 - place}% 0 0)` }}>
          <PagePicture isFitted pdf={before} page={page} label={t('pages.before_of', { page, name })} />
        </span>
        <span className="compare-line" style={{ left: `${place}%` }} />
      </div>
      <Group justify="space-between" wrap="nowrap" gap="xs" className="compare-slider">
        <Text size="sm" aria-hidden>
          {t('pages.before')}
        </Text>
        <input
          type="range"
          min={0}
          max={100}
          value={place}
          aria-label={t('pages.slider')}
          onChange={(event) => setPlace(event.currentTarget.valueAsNumber)}
        />
        <Text size="sm" aria-hidden>
          {t('pages.after')}
        </Text>
      </Group>
    </div>
  );
}

/** Of a result whose pages the server draws, at `previewUrl`. */
export function CompareSideBySide({ file, password, name, previewUrl }: Compared & { previewUrl: string }) {
  const { t } = useTranslation();
  const source = usePdf(file, password);
  const [page, setPage] = useState(1);
  const sheets = useSheets(previewUrl, page);
  const sheet = sheets.get(page);
  const shown = [...sheets.values()].find((known) => known !== null)?.pages ?? 1;
  const pages = Math.max(source.is === 'open' ? source.pdf.pages : 1, shown);
  return (
    <div className="compare">
      <Group justify="center" gap="xs" mb="xs">
        <PageTurner page={page} pages={pages} onPage={setPage} />
      </Group>
      <div className="compare-sides">
        <figure>
          <figcaption>{t('pages.source')}</figcaption>
          {source.is === 'opening' && <Skeleton height={320} />}
          {source.is === 'open' && page <= source.pdf.pages && (
            <PagePicture
              isFitted
              key={page}
              pdf={source.pdf}
              page={page}
              label={t('pages.before_of', { page, name })}
            />
          )}
          {(source.is === 'locked' || source.is === 'unreadable') && <NoPicture />}
        </figure>
        <figure>
          <figcaption>{t('pages.result')}</figcaption>
          {sheet === undefined ? (
            <Skeleton height={320} />
          ) : sheet === null ? (
            <NoPicture />
          ) : (
            <img src={sheet.picture} alt={t('pages.after_of', { page, name })} />
          )}
        </figure>
      </div>
    </div>
  );
}

function NoPicture() {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t('preview.none')}
    </Text>
  );
}
