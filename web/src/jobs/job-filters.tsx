// Which jobs are listed, and in which order.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKeys, useTools } from '../api/queries.ts';
import { states } from '../parts/state-badge.tsx';
import { toolName } from '../parts/tool-name.ts';
import { useParams } from './params.ts';

const sorts = ['', 'oldest', 'largest', 'slowest', 'name'] as const;

export function JobFilterForm({
  text,
  onText,
}: {
  /** A part of a name, as it is typed. */
  text: string;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation();
  const { param, setParam } = useParams();
  const { data: tools = [] } = useTools();
  const { data: keys = [] } = useKeys();
  const choice = (name: string, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={param(name)}
      onChange={(event) => setParam(name, event.currentTarget.value)}
      data={data}
    />
  );
  const day = (name: string, label: string) => (
    <TextInput
      type="date"
      label={label}
      value={param(name)}
      onChange={(event) => setParam(name, event.currentTarget.value)}
    />
  );
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" style={{ alignItems: 'end' }}>
      <TextInput
        label={t('jobs.search')}
        type="search"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {choice('tool', t('jobs.tool'), [
        { value: '', label: t('jobs.all_tools') },
        ...tools.map(({ id, name }) => ({ value: id, label: toolName(id, name) })),
        { value: 'pipeline', label: toolName('pipeline', 'pipeline') },
      ])}
      {choice('state', t('jobs.state'), [
        { value: '', label: t('jobs.all_states') },
        ...states.map((value) => ({ value, label: t(`jobs.${value}`) })),
      ])}
      {choice('key', t('jobs.key'), [
        { value: '', label: t('jobs.all_keys') },
        { value: 'dashboard', label: t('jobs.dashboard') },
        ...keys.map(({ id, name }) => ({ value: id, label: name })),
      ])}
      {day('from', t('jobs.from'))}
      {day('until', t('jobs.until'))}
      <TextInput
        label={t('jobs.code')}
        placeholder="source_unreadable"
        value={param('code')}
        onChange={(event) => setParam('code', event.currentTarget.value)}
      />
      {choice(
        'sort',
        t('jobs.sort'),
        sorts.map((value) => ({ value, label: t(`jobs.sort_${value === '' ? 'newest' : value}`) })),
      )}
    </SimpleGrid>
  );
}
