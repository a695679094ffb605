// The pages for everybody: the front page, and a page for each tool.
import { Alert, Anchor, Button, Center, Container, Group, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Route, Switch } from 'wouter';
import { get, type ApiError } from '../api/client.ts';
import type { Front as Fields } from '../api/types.ts';
import { docsAddress } from '../i18n.ts';
import { Brand } from '../layout/brand.tsx';
import { Loading } from '../layout/loading.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { accountBackend, trialBackend, type Backend } from '../workbench/backend.ts';
import { Batch } from '../workbench/batch.ts';
import { Home } from './home.tsx';

const ToolPage = lazy(() => import('./tool-page.tsx'));
const AllTools = lazy(() => import('./all-tools.tsx'));

interface Loaded {
  fields: Fields;
  /** Null where one has to sign in first. */
  batch: Batch | null;
}

const backendOf = ({ account, trial }: Fields): Backend | null =>
  account !== null ? accountBackend(account.plan) : trial === null ? null : trialBackend(trial);

/** The data of the front page, refreshed when a conversion has ended. */
function useFront() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const show = (fields: Fields) => {
      const backend = backendOf(fields);
      const batch = backend === null ? null : new Batch(backend);
      // The server counts the remaining conversions of the day; the old number stays if it cannot be reached.
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
  const { t } = useTranslation();
  // Everything below is rendered anew in another language.
  useTranslation();
  const { loaded, error } = useFront();
  if (error !== null && loaded === null)
    return (
      <Center component="main" mih="100vh" p="md">
        <Alert color="red" title={t('shell.broken')}>
          <p>{error.message}</p>
          <Button onClick={() => window.location.reload()}>{t('common.try_again')}</Button>
        </Alert>
      </Center>
    );
  if (loaded === null) return <Loading />;
  const { fields, batch } = loaded;
  return (
    <Frame isSignedIn={fields.account !== null}>
      <Suspense>
        <Switch>
          <Route path="/">
            <Home front={fields} batch={batch} />
          </Route>
          <Route path="/tools">
            <AllTools front={fields} />
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

function Frame({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="front">
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header>
        <Container size="lg" className="front-bar">
          <Link href="/" className="plain" aria-label={t('front.front_page')}>
            <Brand />
          </Link>
          <Group component="nav" gap="lg" aria-label={t('shell.pages')}>
            <Anchor href={docsAddress()} c="inherit" visibleFrom="xs">
              {t('front.documentation')}
            </Anchor>
            <Anchor component={Link} href="/tools" c="inherit" visibleFrom="xs">
              {t('front.all_tools')}
            </Anchor>
            <Button component={Link} href={isSignedIn ? '/dashboard' : '/dashboard/sign-in'} variant="default">
              {isSignedIn ? t('front.dashboard') : t('front.sign_in')}
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
            <Anchor href={docsAddress()} c="dimmed" size="sm">
              {t('front.documentation')}
            </Anchor>
            <Anchor href="/docs/api-reference" c="dimmed" size="sm">
              {t('front.reference')}
            </Anchor>
            <Anchor component={Link} href="/tools" c="dimmed" size="sm">
              {t('front.all_tools')}
            </Anchor>
            <LanguageChoice />
          </Group>
        </Container>
      </footer>
    </div>
  );
}

function Missing() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start">
      <Title order={1}>{t('shell.not_found')}</Title>
      <Text>{t('front.not_found_says')}</Text>
      <Button component={Link} href="/tools">
        {t('front.all_tools')}
      </Button>
    </Stack>
  );
}
