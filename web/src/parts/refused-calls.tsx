// The calls that were refused before there was a job, by day.
import { Code, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRefusals } from '../api/queries.ts';
import { count, date } from '../format.ts';
import { Section } from '../layout/section.tsx';
import { Problem } from './problem.tsx';
import { toolName } from './tool-name.ts';
import { WideTable } from './wide-table.tsx';

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
        <WideTable label={t('jobs.refused')} heads={heads.map((head) => t(`jobs.${head}`))} minWidth={560}>
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
        </WideTable>
      )}
    </Section>
  );
}
