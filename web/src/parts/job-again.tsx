// The input of a failed job is kept for a while: converts it again, with other options if need be.
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type ApiError } from '../api/client.ts';
import { useChange, useTools } from '../api/queries.ts';
import type { JobDetails } from '../api/types.ts';
import { allOf, moment } from '../format.ts';
import { describeError } from '../workbench/describe.ts';
import { filledFields } from '../workbench/offer.ts';
import { Problem } from './problem.tsx';
import ToolFields, { type Values } from './tool-fields.tsx';

export function JobAgain({ job, onBegun }: { job: JobDetails; onBegun: (id: string) => void }) {
  const { t } = useTranslation();
  const tool = useTools().data?.find(({ id }) => id === job.tool);
  const [values, setValues] = useState<Values>({});
  const again = useChange<Record<string, string>, { job_id: string }>((fields) =>
    call('POST', `/jobs/${job.id}/again`, { fields }),
  );
  if (tool === undefined) return null;
  const described = again.error === null ? null : describeError(again.error as ApiError);
  const isField = tool.fields.some(({ name }) => name === described?.field);
  const problem = described?.field === undefined ? null : { field: described.field, message: described.message };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('jobs.again')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          again.mutate(filledFields(tool, values), { onSuccess: ({ job_id: id }) => onBegun(id) });
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Title order={3} size="h4">
            {t('jobs.again')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('jobs.again_text', { files: allOf(job.inputs), date: moment(job.inputs_until ?? 0) })}
          </Text>
          <ToolFields tool={tool} values={values} problem={problem} onChange={setValues} />
          {described !== null && !isField && <Problem error={new Error(described.message)} />}
          <Button type="submit" loading={again.isPending} leftSection={<IconRefresh size={16} aria-hidden />}>
            {t('jobs.again_now')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
