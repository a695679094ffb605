// Choosing files: by drag and drop, mouse or keyboard.
import { Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';

export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <label
      className="drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Stack align="center" gap="xs">
        <IconUpload size={32} stroke={1.4} aria-hidden />
        <Text fw={600}>Drop files here, or click to choose them</Text>
        <Text size="sm" c="dimmed">
          Office documents, images, HEIC, EPUB, PostScript and PDF
        </Text>
        <input
          ref={input}
          type="file"
          multiple
          aria-label="Choose files"
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            if (input.current !== null) input.current.value = '';
          }}
        />
      </Stack>
    </label>
  );
}
