// The first page of a result.
import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';

export function Preview({ jobId, name }: { jobId: string; name: string }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'none'>('loading');
  if (state === 'none')
    return (
      <Text size="sm" c="dimmed">
        No preview available.
      </Text>
    );
  return (
    <>
      {state === 'loading' && <Skeleton height={280} />}
      <img
        className="preview"
        hidden={state === 'loading'}
        src={`/dashboard/api/jobs/${jobId}/preview`}
        alt={`First page of ${name}`}
        onLoad={() => setState('loaded')}
        onError={() => setState('none')}
      />
    </>
  );
}
