// Calls as commands of curl.
import { exampleAddress, partsOf, type Call } from './call.ts';

/** In single quotes where the shell would read more into it. */
const quoted = (text: string): string => (/^[\w./,:@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Quoted for curl, in whose -F values commas and semicolons have a meaning. */
const named = (file: string): string => (/[,;"\\]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file);

const key = `-H "Authorization: Bearer $PLATEN_API_KEY"`;
const lines = (parts: readonly string[]): string => parts.join(' \\\n  ');

export function curl(call: Call): string {
  const { method, path, headers = {}, json, result, download } = call;
  const target = download === undefined ? result : 'job.json';
  const convert = lines([
    `curl -sSf ${quoted(exampleAddress + path)}`,
    ...(method === undefined ? [] : [`-X ${method}`]),
    key,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json))}`]),
    ...partsOf(call).map((part) =>
      // curl reads more into some values.
      'file' in part
        ? `-F ${quoted(`file=@${named(part.file)}`)}`
        : `${/^[@<]|;/.test(part.value) ? '--form-string' : '-F'} ${quoted(`${part.name}=${part.value}`)}`,
    ),
    ...(target === undefined ? [] : [`-o ${target}`]),
  ]);
  if (download === undefined) return convert;
  const fetched = lines([
    `curl -sSfL "${exampleAddress}$(grep -o '/v1/download/[^"]*' job.json)"`,
    key,
    `-o ${quoted(download)}`,
  ]);
  return `${convert}\n\ncat job.json\n\n${fetched}`;
}
