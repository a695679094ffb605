// What is in a chosen file, before it is converted: pictures, texts and tables as the browser reads them, PDFs by their pages, and
// the first page of office documents as the service draws it.
import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOffice, isVisible, kindOf } from '../parts/file-kinds.ts';
import { TextPreview } from '../parts/text-preview.tsx';
import ToolPages from '../pdf/tool-pages.tsx';
import type { Chosen } from './batch.ts';

export default function ChosenPreview({
  files,
  officeUrl,
}: {
  files: readonly Chosen[];
  /** Where the first page of an office document is drawn. */
  officeUrl: string;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const visible = files.filter(({ name }) => isVisible(name));
  const shown = visible.find(({ id }) => id === chosen) ?? visible[0];
  if (shown === undefined) return null;
  return (
    <Stack gap="xs">
      {visible.length > 1 && (
        <NativeSelect
          label={t('pages.shown')}
          value={shown.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={visible.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Content key={shown.id} chosen={shown} officeUrl={officeUrl} />
    </Stack>
  );
}

function Content({ chosen, officeUrl }: { chosen: Chosen; officeUrl: string }) {
  const { file, name } = chosen;
  const kind = kindOf(name);
  if (kind === 'pdf')
    return <ToolPages tool={undefined} files={[chosen]} values={{}} refusal={undefined} onValues={() => {}} />;
  if (kind === 'picture') return <Picture name={name} read={() => Promise.resolve(file)} />;
  if (isOffice(name)) return <Picture name={name} read={(signal) => firstPage(officeUrl, file, name, signal)} />;
  return <TextPreview name={name} read={() => Promise.resolve(file)} />;
}

/** Larger documents are only seen when they have been converted. */
const maxOfficeBytes = 10 * 1024 * 1024;

/** Null where there is nothing to show, or not now. */
async function firstPage(url: string, file: File, name: string, signal: AbortSignal): Promise<Blob | null> {
  if (file.size > maxOfficeBytes) return null;
  const headers = { 'Content-Type': 'application/octet-stream' };
  const query = new URLSearchParams({ name });
  const response = await fetch(`${url}?${query}`, { method: 'POST', headers, body: file, signal });
  return response.status === 200 ? response.blob() : null;
}

function Picture({ name, read }: { name: string; read: (signal: AbortSignal) => Promise<Blob | null> }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>();
  const start = useEffectEvent(read);
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    const show = (bytes: Blob | null) => {
      if (leaving.signal.aborted) return;
      if (bytes !== null) made = URL.createObjectURL(bytes);
      setUrl(made ?? null);
    };
    start(leaving.signal).then(show, () => show(null));
    return () => {
      leaving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, []);
  if (url === undefined) return <Skeleton height={280} />;
  if (url !== null) return <img className="preview" src={url} alt={t('workbench.preview_of', { name })} />;
  return (
    <Text size="sm" c="dimmed">
      {t('preview.none')}
    </Text>
  );
}
