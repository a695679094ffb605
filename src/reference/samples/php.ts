// Calls in PHP, with the package platen/client.
import { installing } from '../clients/packages.ts';
import { camel, quoted as text } from '../code-text.ts';
import { askedOf } from './asked.ts';
import { exampleAddress, type Call } from './call.ts';

const array = (fields: Readonly<Record<string, string>>): string =>
  `[${Object.entries(fields)
    .map(([key, value]) => `${text(key)} => ${text(value)}`)
    .join(', ')}]`;

/** Null where the client has no method for it. */
export function php(call: Call): string | null {
  const asked = askedOf(call);
  if (asked === null) return null;
  const head = `<?php
${installing.php.map((line) => `// ${line}\n`).join('')}require 'vendor/autoload.php';

$platen = new Platen\\Client(${text(exampleAddress)});`;
  if (asked.what === 'quota') return `${head}\nprint_r($platen->quota());`;
  if (asked.what === 'wait')
    return `${head}\n$result = $platen->job(${text(asked.jobId)})->wait();\necho $result->jobId, ' ', $result->sizeBytes, "\\n";`;
  const { what, tool, files, fields, steps, result, idempotencyKey, isShown } = asked;
  const input = files.length === 1 ? text(files[0] ?? '') : `[${files.map(text).join(', ')}]`;
  const key = idempotencyKey === undefined ? [] : [`idempotencyKey: ${text(idempotencyKey)}`];
  const byMethod = [input, ...Object.entries(fields).map(([name, value]) => `${name}: ${text(value)}`), ...key];
  const byName = [input, ...(Object.keys(fields).length === 0 ? [] : [array(fields)]), ...key];
  const asking =
    tool === null
      ? `pipeline(${input}, [${steps.map(array).join(', ')}])`
      : what === 'start'
        ? `start(${[text(tool), ...byName].join(', ')})`
        : 'file_url' in fields
          ? `convert(${[text(tool), ...byName].join(', ')})`
          : `${camel(tool)}(${byMethod.join(', ')})`;
  if (what === 'start') return `${head}\n$job = $platen->${asking};\necho $job->id, "\\n";`;
  return [
    head,
    `$result = $platen->${asking};`,
    ...(isShown ? [`echo $result->jobId, ' ', $result->sizeBytes, "\\n";`] : []),
    ...(result === undefined ? [] : [`$result->save(${text(result)});`]),
  ].join('\n');
}
