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
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api/client.ts';
import type { Me } from '../api/types.ts';
import { FirstKey } from '../parts/first-key.tsx';
import { Brand } from './brand.tsx';

interface NavItem {
  path: string;
  label: string;
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
}

const navItems: NavItem[] = [
  { path: '/', label: 'Home', icon: IconHome2 },
  { path: '/playground', label: 'Playground', icon: IconPlayerPlay },
  { path: '/jobs', label: 'Jobs', icon: IconFiles },
  { path: '/shares', label: 'Share links', icon: IconShare2 },
  { path: '/keys', label: 'API keys', icon: IconKey },
  { path: '/plan', label: 'Plan', icon: IconCreditCard },
  { path: '/settings', label: 'Settings', icon: IconSettings },
];
const adminItem: NavItem = { path: '/admin', label: 'Administration', icon: IconShield };

export function Shell({ me, children }: { me: Me; children: ReactNode }) {
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
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger opened={isOpen} onClick={toggle} aria-label="Menu" aria-expanded={isOpen} size="sm" />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label="Pages">
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
              label={label}
              active={location === path}
              aria-current={location === path ? 'page' : undefined}
              leftSection={<Icon size={18} aria-hidden />}
            />
          ))}
          <NavLink
            className="nav"
            href="/docs"
            label="API reference"
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
      {needsKey && <FirstKey apiUrl={me.api_url} />}
    </AppShell>
  );
}

function Account({ email }: { email: string }) {
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
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => void signOut()}>
        <Group gap={6} component="span">
          <IconLogout size={16} aria-hidden /> Sign out
        </Group>
      </Anchor>
    </Stack>
  );
}
