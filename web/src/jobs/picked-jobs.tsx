// Actions on several jobs: downloads their results as one archive, deletes them, or exports the list as a table.
import { Button, Checkbox, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconFileSpreadsheet, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { jobQuery, type JobFilters } from '../api/queries.ts';
import type { Job } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { DownloadZip } from '../parts/download-zip.tsx';

export function PickedJobs({
  filters,
  jobs,
  picked,
  onPicked,
}: {
  filters: JobFilters;
  /** The listed jobs. */
  jobs: readonly Job[];
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const chosen = jobs.filter(({ id }) => picked.has(id));
  const results = chosen.flatMap(({ id, name, state }) => (state === 'success' ? [{ id, name: name ?? id }] : []));
  const links = chosen.reduce((sum, { shares }) => sum + shares, 0);
  const deleteAll = async () => {
    setDeleting(true);
    setError(null);
    try {
      // One after the other: many at once would be rate-limited.
      for (const { id } of chosen) await call('DELETE', `/jobs/${id}`);
      onPicked(new Set());
      setAsking(false);
    } catch (failure) {
      setError(failure as Error);
    }
    setDeleting(false);
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
          <DownloadZip
            results={results}
            urlOf={(id) => `/dashboard/api/jobs/${id}/download`}
            label={t('jobs.download_picked', { count: results.length })}
            variant="default"
          />
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
        isBusy={isDeleting}
        error={error}
        onConfirm={() => void deleteAll()}
        onClose={() => setAsking(false)}
      >
        {t('jobs.delete_picked_text')} {links > 0 && t('jobs.links', { count: links })}
      </Confirm>
    </Group>
  );
}
