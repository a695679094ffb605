// Code that receives events and checks their signature: the files that the tests run, in the language that was chosen last.
import { Box, Code, Group, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Copy } from '../parts/copy.tsx';

const files = import.meta.glob<string>('../receivers/receiver.*', { query: '?raw', import: 'default', eager: true });
const fileOf = (extension: string): string => files[`../receivers/receiver.${extension}`] ?? '';

const receivers: Record<string, string> = {
  TypeScript: fileOf('ts'),
  Python: fileOf('py'),
  PHP: fileOf('php'),
  Shell: fileOf('sh'),
};
const remembered = 'platen-receiver';

const lastChosen = (): string => {
  const name = localStorage.getItem(remembered) ?? '';
  return name in receivers ? name : 'TypeScript';
};

export function Receivers() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(lastChosen);
  const choose = (name: string | null) => {
    setChosen(name ?? chosen);
    localStorage.setItem(remembered, name ?? chosen);
  };
  return (
    <Tabs value={chosen} onChange={choose}>
      <Tabs.List aria-label={t('code.language')} className="in-one-row">
        {Object.keys(receivers).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(receivers).map(([language, code]) => (
        <Tabs.Panel key={language} value={language} pt="sm">
          <Group justify="space-between" mb="xs" align="flex-start">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 300px' }}>
              <Trans i18nKey="webhooks.receiver_text" components={{ c: <Code /> }} />
            </Text>
            <Copy value={code} label={t('code.copy')} />
          </Group>
          <Box component="pre" className="code" tabIndex={0} aria-label={t('webhooks.receiver_in', { language })}>
            {code}
          </Box>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
