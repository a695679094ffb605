// The chosen files before they are sent.
import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { size } from '../format.ts';
import type { Chosen } from './batch.ts';
import { text } from './text.ts';

export const FileRow = ({
  file: { file, name },
  before,
  after,
  onRemove,
}: {
  file: Chosen;
  before?: ReactNode;
  after?: ReactNode;
  onRemove: () => void;
}) => (
  <div className="file">
    {before}
    <Text className="name" title={name}>
      {name}
    </Text>
    <Text c="dimmed" size="sm" className="file-size">
      {size(file.size)}
    </Text>
    {after}
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text.remove(name)} onClick={onRemove}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </div>
);

export const ChosenFiles = ({
  files,
  onChange,
}: {
  files: readonly Chosen[];
  onChange: (files: readonly Chosen[]) => void;
}) => (
  <ul className="files" aria-label={text.files}>
    {files.map((file) => (
      <li key={file.id}>
        <FileRow file={file} onRemove={() => onChange(files.filter((other) => other !== file))} />
      </li>
    ))}
  </ul>
);
