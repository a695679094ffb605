// /docs/errors/CODE: meaning, remedy, whether it is counted, and whether a retry helps.
import { errors, remedyOf, type ErrorCode } from '#core/errors.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { errorFieldsOf, retryOf } from '../error-facts.ts';
import { examples } from '../examples.ts';
import type { Words } from '../words.ts';
import { table } from './table.ts';

export function errorPage(code: ErrorCode, tools: readonly Tool[], words: Words): string {
  const { say, error, errorField, toolName } = words;
  const { status, kind } = errors[code];
  const { title, means, fix, more } = error(code);
  const fields = errorFieldsOf(code).map(({ name, type, values, isOptional }) => [
    `\`${name}\``,
    values === null ? type : values.map((value) => `\`${value}\``).join(', '),
    say(isOptional ? 'sometimes' : 'always'),
    errorField(code, name),
  ]);
  const own = tools.filter(({ errors: codes }) => codes.includes(code));
  return [
    `# ${title}\n`,
    `\`${code}\` · HTTP ${status}\n`,
    `## ${say('means')}\n\n${means}\n`,
    `## ${say('to_do')}\n\n${[fix, more].filter(Boolean).join(' ')}\n`,
    `## ${say('retry')}\n\n${say(`retry_${retryOf(code)}`)}\n`,
    `## ${say('is_counted')}\n\n${say(`${kind}_says`)}\n`,
    ...(fields.length === 0
      ? []
      : [
          `## ${say('fields')}\n\n${table([say('error_field'), say('type'), say('required'), say('meaning')], fields)}\n`,
        ]),
    `## ${say('example')}\n\n\`\`\`json\n${JSON.stringify(exampleOf(code), null, 2)}\n\`\`\`\n`,
    ...(own.length === 0
      ? []
      : [
          `## ${say('answered_by')}\n\n${own.map((tool) => `[${toolName(tool)}](../tools/${tool.id}.md)`).join(', ')}\n`,
        ]),
    `[${say('all_errors')}](../errors.md)\n`,
  ].join('\n');
}

/** A response from the tests, or one made from the catalogue. */
function exampleOf(code: ErrorCode): object {
  const seen = examples.errors[code];
  if (seen !== undefined) return seen;
  return { error: code, message: `${errors[code].message({} as never)} ${remedyOf(code)}` };
}
