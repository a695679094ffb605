// Try the tools with the account: choose files and a tool, convert, preview, download, share.
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../account.ts';
import { useTools } from '../api/queries.ts';
import type { Tool } from '../api/types.ts';
import { texts } from '../i18n.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { CodeSample, exampleFiles } from '../parts/code-sample.tsx';
import { Problem } from '../parts/problem.tsx';
import { ShareDialog } from '../parts/share-dialog.tsx';
import type { Result } from '../workbench/backend.ts';
import { useAccountBatch } from '../workbench/account-batch.ts';
import { asFilled, offerFor } from '../workbench/offer.ts';
import { stepsAfter } from '../workbench/steps.ts';
import { toolName } from '../parts/tool-name.ts';
import { useBatch } from '../workbench/batch.ts';
import { Workbench } from '../workbench/workbench.tsx';

export default function Playground() {
  const { t } = useTranslation();
  const me = useAccount();
  const tools = useTools();
  const batch = useAccountBatch();
  const state = useBatch(batch);
  const { files, values } = state;
  const { tool } = offerFor(tools.data ?? [], state);
  const steps = tool === undefined ? [] : [{ tool, values }, ...stepsAfter(state, tool)];
  return (
    <Page title={t('playground.title')} intro={t('playground.intro')}>
      <Problem error={tools.error} />
      <Workbench batch={batch} tools={tools.data ?? []} extra={Share} isChaining />
      <Section title={t('playground.code')}>
        <CodeChoice tools={tools.data ?? []} chosen={tool} onChoose={(id) => batch.choose(id)} />
        {tool !== undefined && (
          <CodeSample
            call={{
              apiUrl: me.api_url,
              steps: steps.map(asFilled).map(({ tool, values }) => ({ tool: tool.id, fields: values })),
              files: files.length > 0 ? files.map(({ name }) => name) : exampleFiles(tool),
              result: `result${steps.at(-1)?.tool.result ?? ''}`,
            }}
          />
        )}
      </Section>
    </Page>
  );
}

const CodeChoice = ({
  tools,
  chosen,
  onChoose,
}: {
  tools: readonly Tool[];
  chosen: Tool | undefined;
  onChoose: (id: string) => void;
}) => (
  <NativeSelect
    label={texts.t('playground.tool')}
    mb="md"
    value={chosen?.id ?? ''}
    onChange={(event) => onChoose(event.currentTarget.value)}
    data={[
      { value: '', label: texts.t('playground.choose') },
      ...tools.map(({ id, name }) => ({
        value: id,
        label: texts.t('playground.named', { name: toolName(id, name), id }),
      })),
    ]}
  />
);

function Share({ result: { id, name } }: { result: Result }) {
  const { t } = useTranslation();
  const { plan } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (plan === null || plan.share_days === 0) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('playground.share', { name })}
        onClick={() => setOpen(true)}
      >
        <IconShare2 size={18} aria-hidden />
      </ActionIcon>
      {isOpen && <ShareDialog job={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  );
}
