// The routes, and who can see them.
import { Alert, Button, Center } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch } from 'wouter';
import { AccountContext } from './account.ts';
import { useMe } from './api/queries.ts';
import type { Me } from './api/types.ts';
import { page } from './i18n.ts';
import { Loading } from './layout/loading.tsx';
import { Shell } from './layout/shell.tsx';
import { NotFound } from './pages/not-found.tsx';
import { BatchContext, batchFor } from './workbench/account-batch.ts';
import { accountBackend } from './workbench/backend.ts';

const SignIn = page(() => import('./pages/sign-in.tsx'), 'signIn');
const Link = page(() => import('./pages/link.tsx'), 'signIn');
const ConfirmAddress = page(() => import('./pages/confirm-address.tsx'), 'signIn');
const Home = page(() => import('./pages/home.tsx'));
const Playground = page(() => import('./pages/playground.tsx'), 'playground', 'code', 'shares', 'fields');
const Jobs = page(() => import('./pages/jobs.tsx'));
const Keys = page(() => import('./pages/keys.tsx'));
const Shares = page(() => import('./pages/shares.tsx'), 'shares');
const Webhooks = page(() => import('./pages/webhooks.tsx'), 'webhooks', 'code');
const Plan = page(() => import('./pages/plan.tsx'), 'plan');
const Settings = page(() => import('./pages/settings.tsx'), 'settings', 'activity');
const Admin = page(() => import('./pages/admin/index.tsx'), 'admin', 'activity');
const SessionEnded = lazy(() => import('./layout/session-ended.tsx'));

export function App() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/link" component={Link} />
        <Route path="/confirm-address" component={ConfirmAddress} />
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  );
}

function SignedIn() {
  const { t } = useTranslation();
  const { data: me, error, refetch } = useMe();
  // When the session expires, the page stays as it is, with everything that was entered.
  const [known, setKnown] = useState<Me | null>(null);
  const [batch] = useState(() => batchFor(null));
  const queries = useQueryClient();
  if (me !== undefined && me !== null && me !== known) setKnown(me);
  useEffect(() => {
    batch.serve(accountBackend(known?.plan ?? null), () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'tools' });
    });
  }, [batch, known, queries]);
  if (known === null && me === null) return <Redirect to="/sign-in" />;
  if (known === null)
    return error === null ? (
      <Loading />
    ) : (
      <Center component="main" mih="100vh" p="md">
        <Alert color="red" title={t('shell.not_loaded')}>
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>{t('common.try_again')}</Button>
        </Alert>
      </Center>
    );
  return (
    <AccountContext value={known}>
      <BatchContext value={batch}>
        <Shell me={known} key={known.email}>
          <Suspense fallback={<Loading isPart />}>
            <Switch>
              <Route path="/" component={Home} />
              <Route path="/playground" component={Playground} />
              <Route path="/jobs" component={Jobs} />
              <Route path="/keys" component={Keys} />
              <Route path="/shares" component={Shares} />
              <Route path="/webhooks" component={Webhooks} />
              <Route path="/plan" component={Plan} />
              <Route path="/settings" component={Settings} />
              {known.role === 'admin' && <Route path="/admin" component={Admin} />}
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </Shell>
      </BatchContext>
      <Suspense>{me === null && <SessionEnded email={known.email} onBack={() => void refetch()} />}</Suspense>
    </AccountContext>
  );
}
