// Choosing files: dropped anywhere on the page, clicked, or by keyboard.
import { useTranslation } from 'react-i18next';
import { Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { fromEvent } from 'file-selector';
import { useEffect, useEffectEvent, useState, type Ref } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Files that are dropped anywhere belong to the page: the browser never opens them instead of it. Folders count as their files. */
function useDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const receive = useEffectEvent(onFiles);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void fromEvent(event).then((found) => receive(found.filter((one) => one instanceof File)));
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}

export function Drop({
  hint,
  accept,
  isSmall,
  onFiles,
  onIntent,
  ref,
}: {
  hint: string;
  /** Once files are chosen, they matter more. */
  isSmall: boolean;
  accept?: string | undefined;
  onFiles: (files: File[]) => void;
  /** Files are about to be chosen. */
  onIntent: () => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const isOver = useDrop(onFiles);
  const prepare = useEffectEvent(onIntent);
  useEffect(() => {
    if (isOver) prepare();
  }, [isOver]);
  return (
    <label className="drop" data-over={isOver} data-small={isSmall} onPointerEnter={onIntent}>
      <Stack align="center" gap={6}>
        <span className="drop-icon">
          <IconUpload size={28} stroke={1.6} aria-hidden />
        </span>
        <Text fw={600} size="lg">
          {isOver ? t('workbench.drop_anywhere') : t('workbench.drop')}
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <input
          ref={ref}
          type="file"
          multiple
          accept={accept}
          aria-label={t('workbench.choose')}
          onFocus={onIntent}
          onChange={(event) => {
            const input = event.currentTarget;
            onFiles([...(input.files ?? [])]);
            // So that the same file can be chosen again.
            input.value = '';
          }}
        />
      </Stack>
    </label>
  );
}
