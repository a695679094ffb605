// Which page an address shows, and to whom.
import { Alert, Button, Center, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useMe } from './api/queries.ts';
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
  if (me === null) return <Redirect to="/sign-in" />;
  if (me === undefined)
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
    <Shell me={me}>
      <Suspense fallback={waiting}>
        <Switch>
          <Route path="/" component={Home} />
          <Route path="/playground" component={Playground} />
          <Route path="/jobs" component={Jobs} />
          <Route path="/keys" component={Keys} />
          <Route path="/shares" component={Shares} />
          <Route path="/plan" component={Plan} />
          <Route path="/settings" component={Settings} />
          {me.role === 'admin' && <Route path="/admin" component={Admin} />}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Shell>
  );
}
