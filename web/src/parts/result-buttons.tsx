// Buttons to download and to share a result.
import { Button } from '@mantine/core';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/types.ts';
import { ShareDialog } from './share-dialog.tsx';

export function ResultButtons({ job }: { job: Job }) {
  const { t } = useTranslation();
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      {job.state === 'success' && (
        <Button
          component="a"
          href={`/dashboard/api/jobs/${job.id}/download`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('jobs.download')}
        </Button>
      )}
      {job.can_share && (
        <Button variant="default" leftSection={<IconShare2 size={16} aria-hidden />} onClick={() => setSharing(true)}>
          {t('jobs.share')}
        </Button>
      )}
      {isSharing && <ShareDialog job={job} onClose={() => setSharing(false)} />}
    </>
  );
}
