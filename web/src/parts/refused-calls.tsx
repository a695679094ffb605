// The calls that were refused before there was a job, by day.
import { Code, ScrollArea, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRefusals } from '../api/queries.ts';
import { count, date } from '../format.ts';
import { Section } from '../layout/section.tsx';
import { Problem } from './problem.tsx';
import { toolName } from './tool-name.ts';

export function RefusedCalls({ tool, code, of }: { tool: string; code: string; /** A key. */ of: string }) {
  const { t } = useTranslation();
  const { data = [], error, isSuccess } = useRefusals({ tool, code, key: of });
  const heads = ['day', 'tool', 'code', 'key', 'calls'] as const;
  return (
    <Section title={t('jobs.refused')} flush>
      <Text c="dimmed" size="sm" px="md" pb="sm">
        {isSuccess && data.length === 0 ? t('jobs.no_refused') : t('jobs.refused_text')}
      </Text>
      <Problem error={error} />
      {data.length > 0 && (
        <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': t('jobs.refused'), role: 'group' }}>
          <Table miw={560} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head} scope="col">
                    {t(`jobs.${head}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((row) => (
                <Table.Tr key={[row.day, row.tool, row.code, row.key_id].join(' ')}>
                  <Table.Td>{date(row.day, 'UTC')}</Table.Td>
                  <Table.Td>{row.tool === null ? t('jobs.unknown_tool') : toolName(row.tool, row.tool)}</Table.Td>
                  <Table.Td>
                    <Code>{row.code}</Code>
                    <Text size="sm" c="dimmed" className="api" lang="en">
                      {row.message}
                    </Text>
                  </Table.Td>
                  <Table.Td>{row.key ?? t('jobs.dashboard')}</Table.Td>
                  <Table.Td>{count(row.calls)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Section>
  );
}
