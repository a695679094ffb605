// Results as one archive, which the browser packs.
import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export function DownloadZip({
  results,
  urlOf,
  label,
  variant = 'filled',
}: {
  results: readonly { id: string; name: string }[];
  urlOf: (id: string) => string;
  label: string;
  variant?: 'default' | 'filled';
}) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'packing' | 'failed'>('idle');
  const pack = async () => {
    setState('packing');
    try {
      const { saveAs, zipOf } = await import('../workbench/zip.ts');
      saveAs(await zipOf(results, urlOf), t('workbench.zip_name'));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <Stack gap={4}>
      <Button
        variant={variant}
        loading={state === 'packing'}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void pack()}
      >
        {label}
      </Button>
      {state === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('workbench.zip_failed')}
        </Text>
      )}
    </Stack>
  );
}
