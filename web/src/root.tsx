// The front page for everybody, or the dashboard: each loads only its own code.
import { Suspense } from 'react';
import { Router, useLocation } from 'wouter';
import { page } from './i18n.ts';
import { Loading } from './layout/loading.tsx';

const Front = page(() => import('./front/front.tsx'), 'front', 'tools', 'workbench', 'preview', 'errors');
const Dashboard = page(
  () => import('./dashboard.tsx'),
  'home',
  'charts',
  'refusals',
  'errors',
  'jobs',
  'keys',
  'preview',
  'tools',
  'workbench',
);

export function Root() {
  const [path] = useLocation();
  const isDashboard = /^\/dashboard(\/|$)/.test(path);
  return (
    <Suspense fallback={<Loading />}>
      {isDashboard ? (
        <Router base="/dashboard">
          <Dashboard />
        </Router>
      ) : (
        <Front />
      )}
    </Suspense>
  );
}
