// The first page of a result.
import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';

export function Preview({ jobId, name }: { jobId: string; name: string }) {
  const [state, setState] = useState<'drawn' | 'here' | 'none'>('drawn');
  if (state === 'none')
    return (
      <Text size="sm" c="dimmed">
        There is no preview of this file.
      </Text>
    );
  return (
    <>
      {state === 'drawn' && <Skeleton height={280} />}
      <img
        className="preview"
        hidden={state === 'drawn'}
        src={`/dashboard/api/jobs/${jobId}/preview`}
        alt={`First page of ${name}`}
        onLoad={() => setState('here')}
        onError={() => setState('none')}
      />
    </>
  );
}
