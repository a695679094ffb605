// Calls in Python, with the package platen.
import { installing } from '../clients/packages.ts';
import { askedOf } from './asked.ts';
import { exampleAddress, type Call } from './call.ts';

const text = (value: string): string => JSON.stringify(value);
const dictionary = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([key, value]) => `${text(key)}: ${text(value)}`)
    .join(', ')}}`;

/** Null where the client has no method for it. */
export function python(call: Call): string | null {
  const asked = askedOf(call);
  if (asked === null) return null;
  const head = `${installing.python.map((line) => `# ${line}\n`).join('')}from platen import Platen

platen = Platen(${text(exampleAddress)})`;
  if (asked.what === 'quota') return `${head}\nprint(platen.quota())`;
  if (asked.what === 'wait')
    return `${head}\nresult = platen.job(${text(asked.jobId)}).wait()\nprint(result.job_id, result.size_bytes)`;
  const { what, tool, files, fields, steps, result, idempotencyKey, isShown } = asked;
  const input = files.length === 1 ? text(files[0] ?? '') : `[${files.map(text).join(', ')}]`;
  const named = [
    ...Object.entries(fields).map(([key, value]) => `${key}=${text(value)}`),
    ...(idempotencyKey === undefined ? [] : [`idempotency_key=${text(idempotencyKey)}`]),
  ];
  const arguments_ = (first: readonly string[]) => [...first, input, ...named].join(', ');
  const asking =
    tool === null
      ? `pipeline(${input}, [${steps.map(dictionary).join(', ')}])`
      : what === 'start'
        ? `start(${arguments_([text(tool)])})`
        : 'file_url' in fields
          ? `convert(${arguments_([text(tool)])})`
          : `${tool.replaceAll('-', '_')}(${arguments_([])})`;
  if (what === 'start') return `${head}\njob = platen.${asking}\nprint(job.id)`;
  return [
    head,
    `result = platen.${asking}`,
    ...(isShown ? ['print(result.job_id, result.size_bytes)'] : []),
    ...(result === undefined ? [] : [`result.save(${text(result)})`]),
  ].join('\n');
}
