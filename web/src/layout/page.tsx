// The heading of every page, which screen readers announce on navigation.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

let isFirst = true;

export function Page({
  title,
  intro,
  action,
  children,
}: {
  title: string;
  intro?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Platen`;
    // The first page is announced by the browser itself.
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {intro !== undefined && <Text c="dimmed">{intro}</Text>}
        </div>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
