// The pages of a result, one at a time, to be turned and opened large.
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isText } from './file-kinds.ts';
import { PageTurner } from './page-turner.tsx';
import { fetchStart, TextPreview } from './text-preview.tsx';

const PreviewDialog = lazy(() => import('./preview-dialog.tsx'));

export interface Sheet {
  /** The address of its picture. */
  picture: string;
  /** The number of available pages. */
  pages: number;
  /** How many the result has. */
  all: number;
}

async function fetchSheet(url: string, page: number, signal: AbortSignal): Promise<Sheet | null> {
  const response = await fetch(`${url}?page=${page}`, { signal });
  if (response.status !== 200) return null;
  const number = (name: string) => Number(response.headers.get(name) ?? 1);
  const picture = URL.createObjectURL(await response.blob());
  return { picture, pages: number('preview-pages'), all: number('result-pages') };
}

/** The loaded pages, by number; null for one that cannot be shown. */
export function useSheets(url: string, page: number): ReadonlyMap<number, Sheet | null> {
  const [sheets, setSheets] = useState<ReadonlyMap<number, Sheet | null>>(new Map());
  const pictures = useRef(new Set<string>());
  const isKnown = sheets.has(page);
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    const show = (sheet: Sheet | null) => {
      if (sheet !== null) pictures.current.add(sheet.picture);
      if (!leaving.signal.aborted) setSheets((known) => new Map(known).set(page, sheet));
    };
    fetchSheet(url, page, leaving.signal).then(show, () => show(null));
    return () => leaving.abort();
  }, [url, page, isKnown]);
  useEffect(() => {
    const made = pictures.current;
    return () => made.forEach((picture) => URL.revokeObjectURL(picture));
  }, []);
  return sheets;
}

/** Texts as they are, everything else as pictures of its pages. */
export function Preview({ downloadUrl, ...shown }: Parameters<typeof Pages>[0] & { downloadUrl: string }) {
  const { name } = shown;
  return isText(name) ? <TextPreview name={name} read={() => fetchStart(downloadUrl)} /> : <Pages {...shown} />;
}

function Pages({
  url,
  name,
  first = 1,
  isLarge = false,
}: {
  url: string;
  name: string;
  /** The page to begin with. */
  first?: number;
  isLarge?: boolean;
}) {
  const { t } = useTranslation();
  const [page, setPage] = useState(first);
  /** The page that is shown while the next one is drawn. */
  const [shown, setShown] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const sheets = useSheets(url, page);
  if (sheets.has(page) && shown !== page) setShown(page);
  const sheet = sheets.get(shown);
  const count = [...sheets.values()].find((known) => known !== null)?.pages ?? 1;
  const picture =
    sheet === undefined ? (
      <Skeleton height={280} />
    ) : sheet === null ? (
      <Text size="sm" c="dimmed">
        {t('preview.none')}
      </Text>
    ) : (
      <img
        className="preview"
        data-large={isLarge}
        aria-busy={shown !== page}
        src={sheet.picture}
        alt={t('preview.page_of', { page: shown, name })}
      />
    );
  const controls = (count > 1 || (sheet && !isLarge)) && (
    <Group justify="center" gap="xs" my="xs">
      <PageTurner page={page} pages={count} onPage={setPage} />
      {sheet && !isLarge && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsMaximize size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('preview.large')}
        </Button>
      )}
    </Group>
  );
  return (
    <div className="sheets">
      {isLarge && controls}
      {picture}
      {sheet?.all !== undefined && sheet.all > sheet.pages && (
        <Text size="sm" c="dimmed" ta="center">
          {t('preview.first_pages', { count: sheet.pages, all: sheet.all })}
        </Text>
      )}
      {!isLarge && controls}
      <Suspense>
        {isOpen && (
          <PreviewDialog name={name} onClose={() => setOpen(false)}>
            <Pages url={url} name={name} first={page} isLarge />
          </PreviewDialog>
        )}
      </Suspense>
    </div>
  );
}
