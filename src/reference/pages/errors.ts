// docs/errors.md: all codes of the error catalogue by topic, each with an anchor.
import { fieldsOf } from '#core/error-fields.ts';
import { errorCodes, errors, type ErrorCode } from '#core/errors.ts';
import type { WordKey, Words } from '../words.ts';
import { table } from './table.ts';

/** By their status. */
const groups: readonly (readonly [title: WordKey, statuses: readonly number[]])[] = [
  ['group_key', [401, 402, 403]],
  ['group_request', [400, 413, 415, 416]],
  ['group_document', [422]],
  ['group_jobs', [404, 405, 409, 410, 421]],
  ['group_limits', [429, 503]],
  ['group_service', [500, 504]],
];

export function errorsPage(words: Words): string {
  const { say } = words;
  const parts = groups.map(([title, statuses]) => {
    const codes = errorCodes.filter((code) => statuses.includes(errors[code].status));
    const head = [say('code'), say('http'), say('counted'), say('means'), say('to_do')];
    return `## ${say(title)}\n\n${table(
      head,
      codes.map((code) => row(code, words)),
    )}\n`;
  });
  return `# ${say('errors')}\n\n${say('errors_lead')}\n\n${parts.join('\n')}`;
}

function row(code: ErrorCode, { say, error }: Words): string[] {
  const { status, kind } = errors[code];
  const names = Object.keys(fieldsOf(code).shape).map((name) => `\`${name}\``);
  const { title, fix } = error(code);
  return [
    // The anchor that older messages of the API link to.
    `<a id="${code}"></a>[\`${code}\`](errors.md#${code})`,
    String(status),
    say(kind),
    names.length === 0 ? title : `${title} (${names.join(', ')})`,
    fix,
  ];
}
