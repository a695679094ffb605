// The chosen files before they are sent.
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { size } from '../format.ts';
import { FileIcon } from '../parts/file-icon.tsx';
import { useFocusAfterRemoval } from '../parts/focus-after-removal.ts';
import type { Chosen } from './batch.ts';

export function FileRow({
  file: { file, name },
  before,
  after,
  children,
  fault,
  onRemove,
}: {
  file: Chosen;
  before?: ReactNode;
  after?: ReactNode;
  /** Below its name, or beside it where there is room. */
  children?: ReactNode;
  /** Why it is left out. */
  fault?: string | undefined;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="file" data-left-out={fault !== undefined}>
      {before}
      {fault === undefined ? <FileIcon name={name} /> : <IconAlertTriangle size={26} stroke={1.5} aria-hidden />}
      <div className="file-text">
        <Text className="name" title={name}>
          {name}
        </Text>
        {fault !== undefined && (
          <Text size="sm" className="fault">
            {fault}
          </Text>
        )}
        {children}
      </div>
      <Text c="dimmed" size="sm" className="file-size">
        {size(file.size)}
      </Text>
      {after}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('workbench.remove', { name })}
        data-removes
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

export function ChosenFiles({
  files,
  label,
  faultOf,
  children,
  onChange,
}: {
  files: readonly Chosen[];
  label: string;
  faultOf?: (file: Chosen) => string | undefined;
  /** Further parts of the row of a file. */
  children?: ((file: Chosen) => ReactNode) | undefined;
  onChange: (files: readonly Chosen[]) => void;
}) {
  const { t } = useTranslation();
  const { list, onRemoving } = useFocusAfterRemoval<HTMLUListElement>();
  return (
    <div>
      <ul ref={list} className="files" aria-label={label}>
        {files.map((file, n) => (
          <li key={file.id}>
            <FileRow
              file={file}
              fault={faultOf?.(file)}
              onRemove={() => {
                onRemoving(n);
                onChange(files.filter((other) => other !== file));
              }}
            >
              {children?.(file)}
            </FileRow>
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => onChange([])}>
          {t('workbench.remove_all', { count: files.length })}
        </Button>
      )}
    </div>
  );
}
