// Calls in TypeScript, with nothing but what Node has: it runs such files as they are.
import { exampleAddress, partsOf, type Call } from './call.ts';

/** In single quotes. */
const text = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;
const name = (value: string): string => (/^\w+$/.test(value) ? value : text(value));

export function typescript(call: Call): string {
  const { method, path, headers = {}, json, result, download } = call;
  const parts = partsOf(call);
  const written = download ?? result;
  const imports = [
    ...(call.files === undefined ? [] : [`import { openAsBlob } from 'node:fs';`]),
    ...(written === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`]),
  ];
  const form = [
    'const form = new FormData();',
    ...parts.map((part) =>
      'file' in part
        ? `form.append('file', await openAsBlob(${text(part.file)}), ${text(part.file)});`
        : `form.append(${text(part.name)}, ${text(part.value)});`,
    ),
  ];
  const verb = method ?? (parts.length > 0 || json !== undefined ? 'POST' : undefined);
  const sent = [
    ...(json === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...Object.entries(headers),
  ].map(([header, value]) => `${name(header)}: ${text(value)}`);
  const key = 'Authorization: `Bearer ${process.env.API_KEY}`';
  // The key is needed twice where there is a second call.
  const shared = download !== undefined && sent.length === 0;
  const options = [
    ...(verb === undefined ? [] : [`  method: '${verb}',`]),
    shared ? '  headers,' : `  headers: { ${[key, ...sent].join(', ')} },`,
    ...(json === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(json)}),`]),
    ...(parts.length === 0 ? [] : ['  body: form,']),
  ];
  const address = download === undefined ? text(exampleAddress + path) : `\`\${service}${path}\``;
  const blocks = [
    imports.join('\n'),
    ...(download === undefined ? [] : [`const service = ${text(exampleAddress)};\nconst headers = { ${key} };`]),
    ...(parts.length === 0 ? [] : [form.join('\n')]),
    [
      `const response = await fetch(${address}, {`,
      ...options,
      '});',
      'if (!response.ok) throw new Error(await response.text());',
      ...(result === undefined && download === undefined ? ['console.log(await response.json());'] : []),
      ...(result === undefined ? [] : [save('response', result)]),
    ].join('\n'),
    ...(download === undefined
      ? []
      : [
          [
            'const job = await response.json();',
            'console.log(job);',
            '',
            'const file = await fetch(service + job.download_url, { headers });',
            save('file', download),
          ].join('\n'),
        ]),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

const save = (response: string, file: string): string =>
  `await writeFile(${text(file)}, Buffer.from(await ${response}.arrayBuffer()));`;
