// The playground's request as code to copy.
import { Anchor, Box, Code, Group, Tabs, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Tool } from '../api/types.ts';
import { Copy } from './copy.tsx';

export interface SampleCall {
  apiUrl: string;
  tool: string;
  files: readonly string[];
  fields: Readonly<Record<string, string>>;
  result: string;
}

/** Names for a tool whose files are not chosen yet. */
export const exampleFiles = (
  tool: Pick<Tool, 'min_files' | 'accepted_exts'>,
  extension = tool.accepted_exts[0],
): string[] => Array.from({ length: tool.min_files }, (_, n) => `document${n === 0 ? '' : n + 1}${extension ?? ''}`);

const json = JSON.stringify;
/** In single quotes for a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function curl({ apiUrl, tool, files, fields, result }: SampleCall): string {
  const parts = [
    // In double quotes for curl itself, which takes commas and semicolons for its own.
    ...files.map((file) => `-F ${shell(`file=@"${file.replace(/["\\]/g, '\\$&')}"`)}`),
    ...Object.entries(fields).map(([name, value]) => `--form-string ${shell(`${name}=${value}`)}`),
  ];
  const url = new URL(apiUrl).origin;
  return `curl -sS --fail-with-body ${apiUrl}/convert/${tool} \\
  -H "Authorization: Bearer $API_KEY" \\
  ${parts.join(' \\\n  ')} \\
  -o job.json &&
curl -sSL --fail -H "Authorization: Bearer $API_KEY" -o ${shell(result)} \\
  "${url}$(grep -o '/v1/download/[a-z0-9]*' job.json)" ||
cat job.json`;
}

function javascript({ apiUrl, tool, files, fields, result }: SampleCall): string {
  return `import { readFile, writeFile } from 'node:fs/promises';

const headers = { Authorization: \`Bearer \${process.env.API_KEY}\` };
const form = new FormData();
${files.map((file) => `form.append('file', new Blob([await readFile(${json(file)})]), ${json(file)});`).join('\n')}
${Object.entries(fields)
  .map(([name, value]) => `form.append(${json(name)}, ${json(value)});\n`)
  .join('')}
const response = await fetch(${json(`${apiUrl}/convert/${tool}`)}, { method: 'POST', headers, body: form });
const job = await response.json();
if (job.error) throw new Error(job.message);

const file = await fetch(${json(new URL(apiUrl).origin)} + job.download_url, { headers });
await writeFile(${json(result)}, Buffer.from(await file.arrayBuffer()));`;
}

function python({ apiUrl, tool, files, fields, result }: SampleCall): string {
  const data = Object.keys(fields).length === 0 ? '' : `\n    data=${json(fields)},`;
  return `import os, requests

headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
job = requests.post(
    ${json(`${apiUrl}/convert/${tool}`)},
    headers=headers,
    files=[${files.map((file) => `("file", open(${json(file)}, "rb"))`).join(', ')}],${data}
).json()
if "error" in job:
    raise RuntimeError(job["message"])

file = requests.get(${json(new URL(apiUrl).origin)} + job["download_url"], headers=headers)
with open(${json(result)}, "wb") as output:
    output.write(file.content)`;
}

function phpCode({ apiUrl, tool, files, fields, result }: SampleCall): string {
  const parts = [
    ...files.map((file, n) => `    ${php(files.length === 1 ? 'file' : `file[${n}]`)} => new CURLFile(${php(file)}),`),
    ...Object.entries(fields).map(([name, value]) => `    ${php(name)} => ${php(value)},`),
  ];
  return `<?php
$headers = ['Authorization: Bearer ' . getenv('API_KEY')];
$curl = curl_init(${php(`${apiUrl}/convert/${tool}`)});
curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $headers, CURLOPT_POSTFIELDS => [
${parts.join('\n')}
]]);
$job = json_decode(curl_exec($curl), true);
if (isset($job['error'])) throw new RuntimeException($job['message']);

$curl = curl_init(${php(new URL(apiUrl).origin)} . $job['download_url']);
curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_FOLLOWLOCATION => true, CURLOPT_HTTPHEADER => $headers]);
file_put_contents(${php(result)}, curl_exec($curl));`;
}

const languages: Record<string, (call: SampleCall) => string> = {
  curl,
  JavaScript: javascript,
  Python: python,
  PHP: phpCode,
};

/** The call of a tool with files of its first kind. */
const ToolSample = ({
  tool,
  apiUrl,
  fields,
}: {
  tool: Tool;
  apiUrl: string;
  fields: Readonly<Record<string, string>>;
}) => (
  <CodeSample call={{ apiUrl, tool: tool.id, files: exampleFiles(tool), fields, result: `result${tool.result}` }} />
);
export default ToolSample;

export function CodeSample({ call }: { call: SampleCall }) {
  const { t } = useTranslation();
  return (
    <Tabs defaultValue="curl">
      <Tabs.List aria-label={t('code.language')}>
        {Object.keys(languages).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(languages).map(([name, write]) => (
        <Tabs.Panel key={name} value={name} pt="sm">
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
            <Copy value={write(call)} label={t('code.copy')} />
          </Group>
          <Box component="pre" className="code" tabIndex={0} aria-label={t('code.request', { language: name })}>
            {write(call)}
          </Box>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
