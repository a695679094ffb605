// The chosen files, in the order in which they are sent.
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { size } from '../format.ts';

export function FileList({ files, onChange }: { files: readonly File[]; onChange: (files: File[]) => void }) {
  const swap = (n: number) =>
    onChange(files.map((file, at) => (at === n ? files[n + 1] : at === n + 1 ? files[n] : file) ?? file));
  if (files.length === 0) return null;
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Chosen files">
      {files.map((file, n) => (
        <Group key={`${n} ${file.name}`} component="li" justify="space-between" wrap="nowrap">
          <Text className="name">
            {file.name}{' '}
            <Text component="span" c="dimmed" size="sm">
              {size(file.size)}
            </Text>
          </Text>
          <Group gap={4} wrap="nowrap">
            {files.length > 1 && (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${file.name} up`}
                  disabled={n === 0}
                  onClick={() => swap(n - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${file.name} down`}
                  disabled={n === files.length - 1}
                  onClick={() => swap(n)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${file.name}`}
              onClick={() => onChange(files.filter((other) => other !== file))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
