// Calls in TypeScript, with @platen/client.
import { installing } from '../clients/packages.ts';
import { camel, quoted as text } from '../code-text.ts';
import { askedOf } from './asked.ts';
import { exampleAddress, type Call } from './call.ts';

const name = (value: string): string => (/^[A-Za-z_$][\w$]*$/.test(value) ? value : text(value));
const object = (fields: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(fields)
    .map(([key, value]) => `${name(key)}: ${text(value)}`)
    .join(', ')} }`;

/** Null where the client has no method for it. */
export function typescript(call: Call): string | null {
  const asked = askedOf(call);
  if (asked === null) return null;
  const head = `${installing.typescript.map((line) => `// ${line}\n`).join('')}import { Platen } from '@platen/client';

const platen = new Platen({ url: ${text(exampleAddress)} });`;
  if (asked.what === 'quota') return `${head}\nconsole.log(await platen.quota());`;
  if (asked.what === 'wait')
    return `${head}\nconst result = await platen.job(${text(asked.jobId)}).wait();\nconsole.log(result.jobId, result.sizeBytes);`;
  const { what, tool, files, fields, steps, result, idempotencyKey, isShown } = asked;
  const input = files.length === 1 ? text(files[0] ?? '') : `[${files.map(text).join(', ')}]`;
  const hasFields = Object.keys(fields).length > 0;
  const last = [
    ...(hasFields ? [object(fields)] : idempotencyKey === undefined ? [] : ['{}']),
    ...(idempotencyKey === undefined ? [] : [`{ idempotencyKey: ${text(idempotencyKey)} }`]),
  ];
  const arguments_ = (first: readonly string[]) => [...first, input, ...last].join(', ');
  const asking =
    tool === null
      ? `pipeline(${input}, [${steps.map(object).join(', ')}])`
      : what === 'start'
        ? `start(${arguments_([text(tool)])})`
        : 'file_url' in fields
          ? `convert(${arguments_([text(tool)])})`
          : `${camel(tool)}(${arguments_([])})`;
  if (what === 'start') return `${head}\nconst job = await platen.${asking};\nconsole.log(job.id);`;
  return [
    head,
    `const result = await platen.${asking};`,
    ...(isShown ? ['console.log(result.jobId, result.sizeBytes);'] : []),
    ...(result === undefined ? [] : [`await result.save(${text(result)});`]),
  ].join('\n');
}
