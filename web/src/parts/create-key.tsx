// The dialog that creates a key and shows it once.
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../api/client.ts';
import { useChange, useTools } from '../api/queries.ts';
import { Problem } from './problem.tsx';
import { Secret } from './secret.tsx';

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.create_title')}
      size="lg"
      closeOnClickOutside={key === null}
      closeOnEscape={key === null}
      withCloseButton={key === null}
    >
      {key === null ? (
        <Choices onCreate={setKey} onClose={onClose} />
      ) : (
        <Stack>
          <Secret value={key} label={t('keys.new_key')} />
          <Alert variant="outline" color="orange">
            {t('keys.shown_once')}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {t('keys.stored')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

const rights = { may_all: undefined, may_convert: ['convert'], may_read: ['read'] } as const;

function Choices({ onCreate, onClose }: { onCreate: (key: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const known = useTools().data ?? [];
  const [name, setName] = useState('');
  const [kind, setKind] = useState('live');
  const [expires, setExpires] = useState('');
  const [may, setMay] = useState<keyof typeof rights>('may_all');
  const [tools, setTools] = useState<string[] | null>(null);
  const create = useChange(() =>
    call<{ key: string }>('POST', '/keys', {
      name,
      test: kind === 'test',
      ...(expires === '' ? {} : { expires }),
      ...(rights[may] === undefined ? {} : { scopes: rights[may] }),
      ...(tools === null ? {} : { tools }),
    }),
  );
  const field = create.error instanceof ApiError ? create.error.field : undefined;
  const problemOf = (one: string) => (field === one ? create.error?.message : undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined, { onSuccess: ({ key }) => onCreate(key) });
      }}
    >
      <Stack>
        <TextInput
          label={t('keys.name')}
          description={t('keys.name_text')}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problemOf('name')}
          data-autofocus
        />
        <Radio.Group label={t('keys.kind')} value={kind} onChange={setKind}>
          <Stack gap="xs" mt={4}>
            <Radio value="live" label={t('keys.live')} description={t('keys.live_text')} />
            <Radio value="test" label={t('keys.test')} description={t('keys.test_text')} />
          </Stack>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label={t('keys.may')}
            value={may}
            onChange={(event) => setMay(event.currentTarget.value as keyof typeof rights)}
            data={(['may_all', 'may_convert', 'may_read'] as const).map((value) => ({
              value,
              label: t(`keys.${value}`),
            }))}
          />
          <NativeSelect
            label={t('keys.tools')}
            value={tools === null ? 'all' : 'some'}
            onChange={(event) => setTools(event.currentTarget.value === 'all' ? null : [])}
            data={[
              { value: 'all', label: t('keys.all_tools') },
              { value: 'some', label: t('keys.some_tools') },
            ]}
          />
        </SimpleGrid>
        {tools !== null && (
          <Checkbox.Group label={t('keys.some_tools')} value={tools} onChange={setTools} error={problemOf('tools')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={4}>
              {known.map(({ id }) => (
                <Checkbox key={id} value={id} label={id} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
        <TextInput
          type="date"
          label={t('keys.expires')}
          description={t('keys.expires_text')}
          value={expires}
          onChange={(event) => setExpires(event.currentTarget.value)}
          error={problemOf('expires')}
        />
        {field === undefined && <Problem error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('keys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
