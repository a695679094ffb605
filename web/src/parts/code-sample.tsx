// The playground's request as code to copy.
import { Anchor, Box, Code, Group, Tabs, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Tool } from '../api/types.ts';
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
  tool: Pick<Tool, 'min_files' | 'accepted_exts'>,
  extension = tool.accepted_exts[0],
): string[] => Array.from({ length: tool.min_files }, (_, n) => `document${n === 0 ? '' : n + 1}${extension ?? ''}`);

const json = JSON.stringify;
/** In single quotes for a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

type Steps = readonly Readonly<Record<string, string>>[];

/** Where the call goes, with the fields of its form as a language writes them: several steps are one field, as JSON. */
function formOf({ apiUrl, steps }: SampleCall, text: (value: string) => string, jsonOf: (steps: Steps) => string) {
  const [first, ...further] = steps;
  if (first !== undefined && further.length === 0) {
    const fields = Object.entries(first.fields).map(([name, value]) => [name, text(value)] as const);
    return { address: `${apiUrl}/convert/${first.tool}`, fields };
  }
  const all = steps.map(({ tool, fields }) => ({ tool, ...fields }));
  return { address: `${apiUrl}/pipelines`, fields: [['steps', jsonOf(all)] as const] };
}

/** A list over several lines. What JSON writes for a step is the same in JavaScript and in Python. */
const listed = (steps: Steps, write: (step: Steps[number]) => string, indent = ''): string =>
  `[\n${steps.map((step) => `${indent}  ${write(step)},\n`).join('')}${indent}]`;

function curl(call: SampleCall): string {
  const { files, result } = call;
  const { address, fields } = formOf(call, (value) => value, json);
  const parts = [
    // In double quotes for curl itself, which takes commas and semicolons for its own.
    ...files.map((file) => `-F ${shell(`file=@"${file.replace(/["\\]/g, '\\$&')}"`)}`),
    ...fields.map(([name, value]) => `--form-string ${shell(`${name}=${value}`)}`),
  ];
  // The answer is the result or, when the call fails, JSON that says why.
  return `curl -sS --fail-with-body ${address} \\
  -H "Authorization: Bearer $API_KEY" \\
  -H 'Prefer: return=representation' \\
  ${parts.join(' \\\n  ')} \\
  -o answer && mv answer ${shell(result)} || cat answer`;
}

function javascript(call: SampleCall): string {
  const { apiUrl, files, result } = call;
  const { address, fields } = formOf(call, json, (steps) => `JSON.stringify(${listed(steps, json)})`);
  return `import { readFile, writeFile } from 'node:fs/promises';

const headers = { Authorization: \`Bearer \${process.env.API_KEY}\` };
const form = new FormData();
${files.map((file) => `form.append('file', new Blob([await readFile(${json(file)})]), ${json(file)});`).join('\n')}
${fields.map(([name, value]) => `form.append(${json(name)}, ${value});\n`).join('')}
const response = await fetch(${json(address)}, { method: 'POST', headers, body: form });
const job = await response.json();
if (job.error) throw new Error(job.message);

const file = await fetch(${json(new URL(apiUrl).origin)} + job.download_url, { headers });
await writeFile(${json(result)}, Buffer.from(await file.arrayBuffer()));`;
}

function python(call: SampleCall): string {
  const { apiUrl, files, result } = call;
  const { address, fields } = formOf(call, json, (steps) => `json.dumps(${listed(steps, json, '    ')})`);
  const entries = fields.map(([name, value]) => `${json(name)}: ${value}`).join(', ');
  const data = entries === '' ? '' : `\n    data={${entries}},`;
  return `import ${call.steps.length > 1 ? 'json, ' : ''}os, requests

headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
job = requests.post(
    ${json(address)},
    headers=headers,
    files=[${files.map((file) => `("file", open(${json(file)}, "rb"))`).join(', ')}],${data}
).json()
if "error" in job:
    raise RuntimeError(job["message"])

file = requests.get(${json(new URL(apiUrl).origin)} + job["download_url"], headers=headers)
with open(${json(result)}, "wb") as output:
    output.write(file.content)`;
}

function phpCode(call: SampleCall): string {
  const { apiUrl, files, result } = call;
  const array = (step: Steps[number]) =>
    `[${Object.entries(step)
      .map(([name, value]) => `${php(name)} => ${php(value)}`)
      .join(', ')}]`;
  const { address, fields } = formOf(call, php, (steps) => `json_encode(${listed(steps, array, '    ')})`);
  const parts = [
    ...files.map((file, n) => `    ${php(files.length === 1 ? 'file' : `file[${n}]`)} => new CURLFile(${php(file)}),`),
    ...fields.map(([name, value]) => `    ${php(name)} => ${value},`),
  ];
  return `<?php
$headers = ['Authorization: Bearer ' . getenv('API_KEY')];
$curl = curl_init(${php(address)});
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
  <CodeSample
    call={{ apiUrl, steps: [{ tool: tool.id, fields }], files: exampleFiles(tool), result: `result${tool.result}` }}
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

export function CodeSample({ call: typed }: { call: SampleCall }) {
  const { t } = useTranslation();
  const call = withoutSecrets(typed);
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
