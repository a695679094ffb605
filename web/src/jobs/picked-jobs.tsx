// What is done with several jobs at once: their results as one archive, or deleted; the whole list as a table.
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconFileSpreadsheet, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { jobQuery, type JobFilters } from '../api/queries.ts';
import type { Job } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';

export function PickedJobs({
  filters,
  jobs,
  picked,
  onPicked,
}: {
  filters: JobFilters;
  /** Those that are listed. */
  jobs: readonly Job[];
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [work, setWork] = useState<{ is: 'idle' | 'packing' | 'deleting' | 'failed'; error?: Error }>({ is: 'idle' });
  const chosen = jobs.filter(({ id }) => picked.has(id));
  const results = chosen.filter(({ state }) => state === 'success');
  const links = chosen.reduce((sum, { shares }) => sum + shares, 0);
  const pack = async () => {
    setWork({ is: 'packing' });
    try {
      const { saveAs, zipOf } = await import('../workbench/zip.ts');
      const named = results.map(({ id, name }) => ({ id, name: name ?? id }));
      saveAs(await zipOf(named, (id) => `/dashboard/api/jobs/${id}/download`), t('workbench.zip_name'));
      setWork({ is: 'idle' });
    } catch {
      setWork({ is: 'failed' });
    }
  };
  const deleteAll = async () => {
    setWork({ is: 'deleting' });
    try {
      // One after the other: many at once would be asked to wait.
      for (const { id } of chosen) await call('DELETE', `/jobs/${id}`);
      onPicked(new Set());
      setAsking(false);
      setWork({ is: 'idle' });
    } catch (error) {
      setWork({ is: 'idle', error: error as Error });
    }
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  return (
    <Group justify="space-between" gap="xs" mih={36}>
      <Group gap="xs">
        <Checkbox
          label={chosen.length === 0 ? t('jobs.pick_all') : t('jobs.picked', { count: chosen.length })}
          checked={jobs.length > 0 && chosen.length === jobs.length}
          indeterminate={chosen.length > 0 && chosen.length < jobs.length}
          disabled={jobs.length === 0}
          onChange={(event) => onPicked(new Set(event.currentTarget.checked ? jobs.map(({ id }) => id) : []))}
        />
        {results.length > 0 && (
          <Button
            variant="default"
            size="sm"
            loading={work.is === 'packing'}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void pack()}
          >
            {t('jobs.download_picked', { count: results.length })}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('common.delete')}
          </Button>
        )}
        {work.is === 'failed' && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('workbench.zip_failed')}
          </Text>
        )}
      </Group>
      <Button
        component="a"
        href={`/dashboard/api/jobs.csv?${jobQuery(filters)}`}
        download
        variant="subtle"
        size="sm"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      >
        {t('jobs.csv')}
      </Button>
      <Confirm
        title={t('jobs.delete_picked', { count: chosen.length })}
        action={t('common.delete')}
        isOpen={isAsking}
        isBusy={work.is === 'deleting'}
        error={work.error ?? null}
        onConfirm={() => void deleteAll()}
        onClose={() => setAsking(false)}
      >
        {t('jobs.delete_picked_text')} {links > 0 && t('jobs.links', { count: links })}
      </Confirm>
    </Group>
  );
}
