// The page of one tool: its drop zone, its bounds, its call as code.
import { useTranslation } from 'react-i18next';
import { Anchor, Stack, Table, Text, Title } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Front, ToolPage as PageFields } from '../api/types.ts';
import { size, typesOf } from '../format.ts';
import { docsAddress, page as lazyPage } from '../i18n.ts';
import { toolName, toolSays } from '../parts/tool-name.ts';
import { ToolIcon } from '../parts/tool-icon.tsx';
import type { Batch } from '../workbench/batch.ts';
import { filledFields } from '../workbench/offer.ts';
import { useBatch } from '../workbench/batch.ts';
import { Tools } from './tools.tsx';
import { Try } from './try.tsx';

const CodeSample = lazyPage(() => import('../parts/code-sample.tsx'), 'code');

export default function ToolPage({ front, batch, page }: { front: Front; batch: Batch | null; page: PageFields }) {
  const { t } = useTranslation();
  const tool = front.tools.find(({ id }) => id === page.tool);
  const name = toolName(page.address, page.name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · Platen`;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [name]);
  const toolId = tool?.id;
  // The values of another tool's form stay with it.
  useEffect(() => {
    if (toolId !== undefined) batch?.choose(toolId);
  }, [batch, toolId]);
  if (tool === undefined) return null;
  const others = front.pages.filter(({ address, group }) => group === page.group && address !== page.address);
  const bounds = front.trial?.plan ?? front.account?.plan;
  const facts: [string, string][] = [
    [t('front.takes'), typesOf(page.accepted_exts)],
    [t('front.gives'), typesOf([tool.result])],
    ...(bounds === null || bounds === undefined
      ? []
      : [[t('front.up_to'), size(bounds.max_bytes)] as [string, string]]),
  ];
  return (
    <Stack gap={48}>
      <Stack gap="xl">
        <div className="hero">
          <span className="tool-icon large">
            <ToolIcon name={page.icon} size={30} />
          </span>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {name}
          </Title>
          <Text size="lg" c="dimmed">
            {toolSays(page.address, page.says)}
          </Text>
        </div>
        <Try front={front} batch={batch} about={page} />
      </Stack>
      <section>
        <Table variant="vertical" layout="fixed" withTableBorder>
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w={110}>
                  {name}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <section aria-labelledby="code-title">
        <Title order={2} id="code-title" mb="xs" className="front-title">
          {t('front.code')}
        </Title>
        <Anchor href={docsAddress(`/tools/${tool.id}`)}>{t('front.details', { tool: tool.id })}</Anchor>
        <Suspense>
          {batch === null ? (
            <CodeSample tool={tool} page={page} apiUrl={front.api_url} fields={{}} />
          ) : (
            <Sample batch={batch} tool={tool} page={page} apiUrl={front.api_url} />
          )}
        </Suspense>
      </section>
      <section aria-labelledby="others-title">
        <Title order={2} id="others-title" mb="md" className="front-title">
          {t('front.others')}
        </Title>
        <Tools pages={others} />
        <Text mt="md">
          <Link href="/tools" className="inline">
            {t('front.all_tools')}
          </Link>
        </Text>
      </section>
    </Stack>
  );
}

/** The call with the current values of the form. */
function Sample({
  batch,
  tool,
  page,
  apiUrl,
}: {
  batch: Batch;
  tool: Front['tools'][number];
  page: PageFields;
  apiUrl: string;
}) {
  const { values, files } = useBatch(batch);
  return (
    <CodeSample
      tool={tool}
      page={page}
      apiUrl={apiUrl}
      fields={filledFields(tool, values)}
      files={files.map(({ name }) => name)}
    />
  );
}
