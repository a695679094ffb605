// A page with a single card, for people who are not signed in.
import { Center, Group, Paper, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { Brand } from './brand.tsx';

export function Card({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={420} gap="lg">
        <Group justify="space-between">
          <Brand />
          <LanguageChoice />
        </Group>
        <Paper withBorder p="xl">
          <Stack>
            <Title order={1} size="h2">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
