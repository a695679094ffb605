// The version, the last backup and the effective configuration.
import { Checkbox, Code, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Installation as Installed } from '../../api/types.ts';
import { ago, moment, size } from '../../format.ts';
import { Section } from '../../layout/section.tsx';
import { useNow } from '../../parts/clock.ts';
import { Problem } from '../../parts/problem.tsx';
import { useInstallation } from './queries.ts';

export function Installation() {
  const { t } = useTranslation();
  const { data, error } = useInstallation();
  const now = useNow();
  if (data === undefined) return error === null ? <Skeleton height={240} /> : <Problem error={error} />;
  const { version, backup } = data;
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Text>{t('admin.version', { version })}</Text>
        <Text>
          {backup === null
            ? t('admin.no_backup')
            : t('admin.last_backup', {
                ago: ago(backup.made_at, now),
                at: moment(backup.made_at),
                size: size(backup.bytes),
              })}
        </Text>
      </Paper>
      <Settings settings={data.settings} />
    </Stack>
  );
}

function Settings({ settings }: Pick<Installed, 'settings'>) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = settings.filter((setting) => isWhole || !setting.is_default);
  return (
    <Section title={t('admin.configuration')} flush>
      <Group px="md" pb="sm">
        <Checkbox
          label={t('admin.all_settings')}
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      </Group>
      {shown.length === 0 ? (
        <Text c="dimmed" p="md" pt={0}>
          {t('admin.only_defaults')}
        </Text>
      ) : (
        <ul className="rows">
          {shown.map((setting) => (
            <li className="row" key={setting.name}>
              <Code style={{ justifySelf: 'start' }}>{setting.name}</Code>
              <Group gap="md" miw={0}>
                <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {t('admin.default_is', { value: setting.default ?? '–' })}
                </Text>
                <Text fw={setting.is_default ? 400 : 600} style={{ overflowWrap: 'anywhere' }}>
                  {setting.is_secret && !setting.is_default ? t('admin.secret_set') : (setting.value ?? '–')}
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
