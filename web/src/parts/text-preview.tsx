// The beginning of a text, a table or a Markdown file: drawn from its bytes, and never as markup.
import { Skeleton, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from './file-kinds.ts';
import { linesOf, rowsOf, textOf } from './text-start.ts';

const shownBytes = 64 * 1024;

/** The beginning of a result, sent by the service itself: a page may not ask the bucket. */
export async function fetchStart(url: string): Promise<Blob> {
  const response = await fetch(`${url}?via=service`, { headers: { Range: `bytes=0-${shownBytes - 1}` } });
  if (!response.ok) throw new Error('the result cannot be fetched');
  return response.blob();
}

export function TextPreview({ name, read }: { name: string; read: () => Promise<Blob> }) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>();
  const start = useEffectEvent(async () => {
    const bytes = await (await read()).slice(0, shownBytes).arrayBuffer();
    return textOf(bytes, bytes.byteLength === shownBytes);
  });
  useEffect(() => {
    let isLeft = false;
    const show = (found: string | null) => isLeft || setText(found);
    start().then(show, () => show(null));
    return () => {
      isLeft = true;
    };
  }, []);
  if (text === undefined) return <Skeleton height={150} />;
  if (text === null)
    return (
      <Text size="sm" c="dimmed">
        {t('preview.none')}
      </Text>
    );
  const kind = kindOf(name);
  return (
    <div className="text-preview" role="region" aria-label={t('preview.start_of', { name })} tabIndex={0}>
      {kind === 'table' ? <Table text={text} /> : kind === 'markdown' ? <Markdown text={text} /> : <pre>{text}</pre>}
    </div>
  );
}

const Table = ({ text }: { text: string }) => (
  <table>
    <tbody>
      {rowsOf(text).map((cells, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows of a file never move
        <tr key={row}>
          {cells.map((cell, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- nor do its columns
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Headings, lists and lines; everything else as it was written. */
const Markdown = ({ text }: { text: string }) => (
  <>
    {linesOf(text).map(({ is, level, words }, line) => (
      // oxlint-disable-next-line react/no-array-index-key -- the lines of a file never move
      <p key={line} data-is={is} data-level={level}>
        {words}
      </p>
    ))}
  </>
);
