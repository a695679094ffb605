// Calls in PHP, with its extension for curl.
import { exampleAddress, partsOf, type Call } from './call.ts';

/** In single quotes. */
const text = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;
const key = `'Authorization: Bearer ' . getenv('API_KEY')`;

export function php(call: Call): string {
  const { method, path, headers = {}, json, result, download } = call;
  const parts = partsOf(call);
  const files = parts.filter((part) => 'file' in part).length;
  const sent = [
    key,
    ...(json === undefined ? [] : [`'Content-Type: application/json'`]),
    ...Object.entries(headers).map(([name, value]) => text(`${name}: ${value}`)),
  ];
  let nth = 0;
  const form = parts.map((part) =>
    'file' in part
      ? // Keys of an array are there once: several files have a number.
        `        ${files === 1 ? `'file'` : `'file[${nth++}]'`} => new CURLFile(${text(part.file)}),`
      : `        ${text(part.name)} => ${text(part.value)},`,
  );
  const lines = [
    '<?php',
    ...(download === undefined ? [] : [`$service = ${text(exampleAddress)};`]),
    `$curl = curl_init(${download === undefined ? text(exampleAddress + path) : `$service . ${text(path)}`});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === undefined ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    sent.length === 1
      ? `    CURLOPT_HTTPHEADER => [${key}],`
      : `    CURLOPT_HTTPHEADER => [\n${sent.map((one) => `        ${one},\n`).join('')}    ],`,
    ...(json === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${array(json)}),`]),
    ...(form.length === 0 ? [] : ['    CURLOPT_POSTFIELDS => [', ...form, '    ],']),
    ']);',
    '$answer = curl_exec($curl);',
    'if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) >= 400 || $answer === false) {',
    '    throw new RuntimeException($answer ?: curl_error($curl));',
    '}',
    result === undefined ? `echo $answer, "\\n";` : `file_put_contents(${text(result)}, $answer);`,
  ];
  if (download !== undefined)
    lines.push(
      '',
      '$job = json_decode($answer, true);',
      `$curl = curl_init($service . $job['download_url']);`,
      'curl_setopt_array($curl, [',
      '    CURLOPT_RETURNTRANSFER => true,',
      '    CURLOPT_FOLLOWLOCATION => true,',
      `    CURLOPT_HTTPHEADER => [${key}],`,
      ']);',
      `file_put_contents(${text(download)}, curl_exec($curl));`,
    );
  return lines.join('\n');
}

/** Objects and lists of texts. */
function array(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(array).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `[${Object.entries(value)
      .map(([name, one]) => `${text(name)} => ${array(one)}`)
      .join(', ')}]`;
  return typeof value === 'string' ? text(value) : JSON.stringify(value);
}
