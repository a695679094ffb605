// The pages for everybody: the front page, and a page for each tool.
import { Alert, Anchor, Button, Center, Container, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Route, Switch } from 'wouter';
import { get, type ApiError } from '../api/client.ts';
import type { Front as Fields } from '../api/types.ts';
import { texts } from '../i18n.ts';
import { Brand } from '../layout/brand.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { accountBackend, trialBackend, type Backend } from '../workbench/backend.ts';
import { Batch } from '../workbench/batch.ts';
import { text } from './text.ts';
import { Home } from './home.tsx';

const ToolPage = lazy(() => import('./tool-page.tsx'));

interface Loaded {
  fields: Fields;
  /** Null where one has to sign in first. */
  batch: Batch | null;
}

const backendOf = ({ account, trial }: Fields): Backend | null =>
  account !== null ? accountBackend(account.plan) : trial === null ? null : trialBackend(trial);

/** What the front page shows, counted anew when a conversion has ended. */
function useFront() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const show = (fields: Fields) => {
      const backend = backendOf(fields);
      const batch = backend === null ? null : new Batch(backend);
      // What is left today is counted by the server; the old number stands where it cannot be asked.
      const refresh = () =>
        void get<Fields>('/front').then(
          (now) => setLoaded({ fields: now, batch }),
          () => {},
        );
      if (batch !== null && backend !== null) batch.serve(backend, refresh);
      setLoaded({ fields, batch });
    };
    get<Fields>('/front').then(show, setError);
  }, []);
  return { loaded, error };
}

export default function Front() {
  // Everything below is rendered anew in another language.
  useTranslation();
  const { loaded, error } = useFront();
  if (loaded === null)
    return (
      <Center mih="100vh" p="md">
        {error === null ? (
          <Loader aria-label={texts.t('common.loading')} />
        ) : (
          <Alert color="red" title={text.cannotLoad}>
            <p>{error.message}</p>
            <Button onClick={() => window.location.reload()}>{text.retry}</Button>
          </Alert>
        )}
      </Center>
    );
  const { fields, batch } = loaded;
  return (
    <Frame isSignedIn={fields.account !== null}>
      <Suspense>
        <Switch>
          <Route path="/">
            <Home front={fields} batch={batch} />
          </Route>
          <Route path="/tools/:address">
            {({ address }) => {
              const page = fields.pages.find((one) => one.address === address);
              return page === undefined ? (
                <Missing />
              ) : (
                <ToolPage key={address} front={fields} batch={batch} page={page} />
              );
            }}
          </Route>
          <Route>
            <Missing />
          </Route>
        </Switch>
      </Suspense>
    </Frame>
  );
}

const Frame = ({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) => (
  <div className="front">
    <a className="skip" href="#content">
      {text.skip}
    </a>
    <header>
      <Container size="lg" className="front-bar">
        <Link href="/" className="plain" aria-label={text.frontPage}>
          <Brand />
        </Link>
        <Group component="nav" gap="lg" aria-label={text.pages}>
          <Anchor href="/docs" c="inherit" visibleFrom="xs">
            {text.documentation}
          </Anchor>
          <Button component={Link} href={isSignedIn ? '/dashboard' : '/dashboard/sign-in'} variant="default">
            {isSignedIn ? text.dashboard : text.signIn}
          </Button>
        </Group>
      </Container>
    </header>
    <Container component="main" size="lg" id="content" tabIndex={-1} className="front-main">
      {children}
    </Container>
    <footer>
      <Container size="lg">
        <Group gap="lg">
          <Anchor href="/docs" c="dimmed" size="sm">
            {text.documentation}
          </Anchor>
          <Anchor href="/docs/api-reference" c="dimmed" size="sm">
            {text.reference}
          </Anchor>
          <Anchor component={Link} href="/#tools" c="dimmed" size="sm">
            {text.allTools}
          </Anchor>
          <LanguageChoice />
        </Group>
      </Container>
    </footer>
  </div>
);

const Missing = () => (
  <Stack align="flex-start">
    <Title order={1}>{text.notFound}</Title>
    <Text>{text.notFoundLead}</Text>
    <Button component={Link} href="/">
      {text.allTools}
    </Button>
  </Stack>
);
