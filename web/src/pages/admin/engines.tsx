// The programs that conversions need, with their versions.
import { Alert, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { allOf } from '../../format.ts';
import { Problem } from '../../parts/problem.tsx';
import { useEngines } from './queries.ts';

export function Engines() {
  const { t } = useTranslation();
  const { data, error } = useEngines();
  if (data === undefined) return error === null ? <Skeleton height={240} /> : <Problem error={error} />;
  return (
    <Stack>
      {data.missing.length > 0 && (
        <Alert color="red" variant="outline" role="alert">
          {t('admin.engines_missing', { names: allOf(data.missing) })}
        </Alert>
      )}
      {data.engines.length === 0 && <Text>{t('admin.engines_elsewhere')}</Text>}
      {data.engines.length > 0 && (
        <Paper withBorder component="section" aria-label={t('admin.engines')}>
          <ul className="rows">
            {data.engines.map(({ name, version, at_least: atLeast, ok }) => (
              <li key={name} className="row">
                <Text fw={600} className="name">
                  {name}
                </Text>
                <Text className="api" style={{ overflowWrap: 'anywhere' }}>
                  {version ?? '–'}
                </Text>
                <Text size="sm" c={ok ? 'dimmed' : 'red.9'}>
                  {ok
                    ? t('admin.engine_ok')
                    : version === null
                      ? t('admin.engine_missing')
                      : t('admin.engine_old', { version: atLeast ?? '' })}
                </Text>
              </li>
            ))}
          </ul>
        </Paper>
      )}
    </Stack>
  );
}
