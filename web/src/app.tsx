// The routes, and who can see them.
import { Alert, Button, Center, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { AccountContext } from './account.ts';
import { useMe } from './api/queries.ts';
import type { Me } from './api/types.ts';
import { Shell } from './layout/shell.tsx';
import { NotFound } from './pages/not-found.tsx';

const SignIn = lazy(() => import('./pages/sign-in.tsx'));
const Link = lazy(() => import('./pages/link.tsx'));
const ConfirmAddress = lazy(() => import('./pages/confirm-address.tsx'));
const Home = lazy(() => import('./pages/home.tsx'));
const Playground = lazy(() => import('./pages/playground.tsx'));
const Jobs = lazy(() => import('./pages/jobs.tsx'));
const Keys = lazy(() => import('./pages/keys.tsx'));
const Shares = lazy(() => import('./pages/shares.tsx'));
const Plan = lazy(() => import('./pages/plan.tsx'));
const Settings = lazy(() => import('./pages/settings.tsx'));
const Admin = lazy(() => import('./pages/admin.tsx'));

const waiting = (
  <Center mih={240}>
    <Loader aria-label="Loading" />
  </Center>
);

export function App() {
  return (
    <Suspense fallback={waiting}>
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
  const { data: me, error, refetch } = useMe();
  // When the session expires, the page stays as it is, with everything that was entered.
  const [known, setKnown] = useState<Me | null>(null);
  if (me !== undefined && me !== null && me !== known) setKnown(me);
  if (known === null && me === null) return <Redirect to="/sign-in" />;
  if (known === null)
    return error === null ? (
      waiting
    ) : (
      <Center mih="100vh" p="md">
        <Alert color="red" title="The dashboard cannot be loaded">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Alert>
      </Center>
    );
  return (
    <AccountContext value={known}>
      <Shell me={known} key={known.email}>
        <Suspense fallback={waiting}>
          <Switch>
            <Route path="/" component={Home} />
            <Route path="/playground" component={Playground} />
            <Route path="/jobs" component={Jobs} />
            <Route path="/keys" component={Keys} />
            <Route path="/shares" component={Shares} />
            <Route path="/plan" component={Plan} />
            <Route path="/settings" component={Settings} />
            {known.role === 'admin' && <Route path="/admin" component={Admin} />}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Shell>
      {me === null && <SessionEnded email={known.email} onBack={() => void refetch()} />}
    </AccountContext>
  );
}

function SessionEnded({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Modal opened onClose={onBack} title="Your session has expired" closeOnClickOutside={false} withCloseButton={false}>
      <Stack>
        <Text>Sign in again as {email} in another tab, then come back. Nothing you have entered here is lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            I am signed in again
          </Button>
          <Button component="a" href="/dashboard/sign-in" target="_blank">
            Sign in
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
