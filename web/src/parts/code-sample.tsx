// The request as code to copy, in the languages of the documentation.
import { Anchor, Box, Code, Group, Tabs, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { exampleAddress, fileInAnswer, type Call } from '../../../src/reference/samples/call.ts';
import { samplesOf } from '../../../src/reference/samples/languages.ts';
import type { Tool, ToolPage } from '../api/types.ts';
import { Copy } from './copy.tsx';

export interface SampleCall {
  apiUrl: string;
  /** A tool with its fields, or several that are called in a row. */
  steps: readonly SampleStep[];
  files: readonly string[];
  result: string;
}

interface SampleStep {
  tool: string;
  fields: Readonly<Record<string, string>>;
}

/** Names for a tool whose files are not chosen yet. */
export const exampleFiles = (
  tool: Pick<Tool, 'min_files' | 'pages'>,
  extension = tool.pages[0]?.accepted_exts[0],
): string[] => Array.from({ length: tool.min_files }, (_, n) => `document${n === 0 ? '' : n + 1}${extension ?? ''}`);

/** The call as the API accepts it: several steps are one JSON field. */
function asCall({ steps, files, result }: SampleCall): Call {
  const [first, ...further] = steps;
  const isOne = first !== undefined && further.length === 0;
  return {
    path: isOne ? `/v1/convert/${first.tool}` : '/v1/pipelines',
    headers: fileInAnswer,
    files,
    fields: isOne ? first.fields : { steps: JSON.stringify(steps.map(({ tool, fields }) => ({ tool, ...fields }))) },
    result,
  };
}

/** The call of a tool with files of the kind that its page is about. */
const ToolSample = ({
  tool,
  page,
  apiUrl,
  fields,
  files = [],
}: {
  tool: Tool;
  page: ToolPage;
  apiUrl: string;
  fields: Readonly<Record<string, string>>;
  /** The selected ones. */
  files?: readonly string[];
}) => (
  <CodeSample
    call={{
      apiUrl,
      steps: [{ tool: tool.id, fields }],
      files:
        files.length >= tool.min_files ? files.slice(0, tool.max_files) : exampleFiles(tool, page.accepted_exts[0]),
      result: `result${tool.result}`,
    }}
  />
);
export default ToolSample;

/** A password that was typed is nothing to show, or to copy somewhere else. */
const withoutSecrets = (call: SampleCall): SampleCall => ({
  ...call,
  steps: call.steps.map(({ tool, fields }) => ({
    tool,
    fields: 'password' in fields ? { ...fields, password: 'your-password' } : fields,
  })),
});

/** Where the documentation keeps the choice, too. */
const place = 'platen-samples';

function chosen(titles: readonly string[]): string | null {
  try {
    const kept = localStorage.getItem(place);
    return titles.find((title) => title === kept) ?? titles[0] ?? null;
  } catch {
    // A browser that keeps nothing shows the first one.
    return titles[0] ?? null;
  }
}

function remember(title: string | null): void {
  try {
    localStorage.setItem(place, title ?? '');
  } catch {
    // The choice holds for this page.
  }
}

export function CodeSample({ call: typed }: { call: SampleCall }) {
  const { t } = useTranslation();
  const call = asCall(withoutSecrets(typed));
  const samples = samplesOf(call).map(({ title, code }) => ({
    title,
    code: code.replaceAll(exampleAddress, new URL(typed.apiUrl).origin),
  }));
  return (
    <Tabs defaultValue={chosen(samples.map(({ title }) => title))} onChange={remember}>
      <Tabs.List aria-label={t('code.language')}>
        {samples.map(({ title }) => (
          <Tabs.Tab key={title} value={title}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map(({ title, code }) => (
        <Tabs.Panel key={title} value={title} pt="sm">
          <Group justify="space-between" mb="xs">
            <Text size="sm" c="dimmed">
              <Trans
                i18nKey="code.key"
                components={{
                  c: <Code />,
                  a: <Anchor component={Link} href="~/dashboard/keys" inherit underline="always" />,
                }}
              />
            </Text>
            <Copy value={code} label={t('code.copy')} />
          </Group>
          <Box component="pre" className="code" tabIndex={0} aria-label={t('code.request', { language: title })}>
            {code}
          </Box>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
