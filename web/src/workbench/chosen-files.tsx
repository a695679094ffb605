// The chosen files before they are sent.
import { useTranslation } from 'react-i18next';
import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { size } from '../format.ts';
import type { Chosen } from './batch.ts';

export function FileRow({
  file: { file, name },
  before,
  after,
  onRemove,
}: {
  file: Chosen;
  before?: ReactNode;
  after?: ReactNode;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="file">
      {before}
      <Text className="name" title={name}>
        {name}
      </Text>
      <Text c="dimmed" size="sm" className="file-size">
        {size(file.size)}
      </Text>
      {after}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('workbench.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

export function ChosenFiles({
  files,
  onChange,
}: {
  files: readonly Chosen[];
  onChange: (files: readonly Chosen[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="files" aria-label={t('workbench.files')}>
      {files.map((file) => (
        <li key={file.id}>
          <FileRow file={file} onRemove={() => onChange(files.filter((other) => other !== file))} />
        </li>
      ))}
    </ul>
  );
}
