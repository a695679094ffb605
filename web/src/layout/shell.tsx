// The frame around all pages: navigation and signing out.
import { Anchor, AppShell, Burger, Group, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBook2,
  IconCreditCard,
  IconFiles,
  IconHome2,
  IconKey,
  IconLogout,
  IconPlayerPlay,
  IconSettings,
  IconShare2,
  IconShield,
  IconWebhook,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { docsAddress } from '../i18n.ts';
import { call } from '../api/client.ts';
import type { Me } from '../api/types.ts';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { Brand } from './brand.tsx';

const FirstKey = lazy(() => import('../parts/first-key.tsx'));

interface NavItem {
  path: string;
  label: 'home' | 'playground' | 'jobs' | 'shares' | 'keys' | 'webhooks' | 'plan' | 'settings' | 'administration';
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
}

const navItems: NavItem[] = [
  { path: '/', label: 'home', icon: IconHome2 },
  { path: '/playground', label: 'playground', icon: IconPlayerPlay },
  { path: '/jobs', label: 'jobs', icon: IconFiles },
  { path: '/shares', label: 'shares', icon: IconShare2 },
  { path: '/keys', label: 'keys', icon: IconKey },
  { path: '/webhooks', label: 'webhooks', icon: IconWebhook },
  { path: '/plan', label: 'plan', icon: IconCreditCard },
  { path: '/settings', label: 'settings', icon: IconSettings },
];
const adminItem: NavItem = { path: '/admin', label: 'administration', icon: IconShield };

export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [location] = useLocation();
  // Read only once: it changes as soon as the key exists, and the key must stay visible.
  const [needsKey] = useState(!me.has_had_key && me.plan !== null);
  useEffect(close, [close, location]);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
      styles={{ main: { background: 'var(--platen-ground)' } }}
    >
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger opened={isOpen} onClick={toggle} aria-label={t('shell.menu')} aria-expanded={isOpen} size="sm" />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label={t('shell.pages')}>
        <AppShell.Section visibleFrom="sm" mb="lg" px="xs">
          <Brand />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea}>
          {[...navItems, ...(me.role === 'admin' ? [adminItem] : [])].map(({ path, label, icon: Icon }) => (
            <NavLink
              key={path}
              className="nav"
              component={Link}
              href={path}
              label={t(`shell.${label}`)}
              active={location === path}
              aria-current={location === path ? 'page' : undefined}
              leftSection={<Icon size={18} aria-hidden />}
            />
          ))}
          <NavLink
            className="nav"
            href={docsAddress()}
            label={t('shell.reference')}
            leftSection={<IconBook2 size={18} aria-hidden />}
          />
        </AppShell.Section>
        <AppShell.Section>
          <Account email={me.email} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div style={{ maxWidth: 1040, margin: '0 auto' }}>{children}</div>
      </AppShell.Main>
      <Suspense>{needsKey && <FirstKey apiUrl={me.api_url} />}</Suspense>
    </AppShell>
  );
}

function Account({ email }: { email: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const signOut = async () => {
    await call('POST', '/sign-out').catch(() => null);
    queries.clear();
    go('/sign-in');
  };
  return (
    <Stack gap={4} px="xs">
      <Text size="sm" c="dimmed" className="name" title={email}>
        {email}
      </Text>
      <LanguageChoice
        onChoose={(language) =>
          void call('PATCH', '/settings', { language }).then(() => queries.invalidateQueries({ queryKey: ['me'] }))
        }
      />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => void signOut()}>
        <Group gap={6} component="span">
          <IconLogout size={16} aria-hidden /> {t('shell.sign_out')}
        </Group>
      </Anchor>
    </Stack>
  );
}
