// The open job; its view is loaded with the first one.
import { Suspense, useState, type ComponentProps } from 'react';
import { page } from '../i18n.ts';

const JobDrawer = page(() => import('./job-drawer.tsx'), 'shares', 'fields');

export function OpenJob(job: ComponentProps<typeof JobDrawer>) {
  const [hasBeenOpen, setHasBeenOpen] = useState(false);
  if (job.id !== null && !hasBeenOpen) setHasBeenOpen(true);
  return <Suspense>{hasBeenOpen && <JobDrawer {...job} />}</Suspense>;
}
