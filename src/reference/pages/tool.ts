// docs/tools/TOOL.md: input and output of a tool, its fields, a call in four languages and a real response.
import { extensionsOf } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { examples } from '../examples.ts';
import { optionFields, type OptionField } from '../option-fields.ts';
import { sampleBlocks } from '../samples/languages.ts';
import { callOf, exampleFields, exampleFiles } from '../samples/of-tool.ts';
import type { Words } from '../words.ts';
import { table } from './table.ts';
import { countOfFiles } from './tools.ts';

export function toolPage(tool: Tool, words: Words): string {
  const { say, toolName, toolSummary } = words;
  const fields = optionFields(tool);
  const answer = examples.answers[`POST /v1/convert/${tool.id}`];
  const heading = toolName(tool) === tool.id ? '' : ` (\`${tool.id}\`)`;
  return [
    `# ${toolName(tool)}${heading}\n\n${toolSummary(tool)}\n`,
    ...(tool.isExtension === true ? [`${say('extension_tool')}\n`] : []),
    `${say('takes_and_gives', {
      files: countOfFiles(tool, words),
      extensions: extensionsOf(tool.accepts).join(' '),
      mime: tool.produces.format.mime,
    })}\n`,
    `## ${say('call')}\n\n${say('call_says')}\n\n${sampleBlocks(callOf(tool))}\n`,
    ...(fields.length === 0 ? [] : [`## ${say('fields')}\n\n${fieldTable(tool, fields, words)}\n`]),
    ...(answer === undefined
      ? []
      : [
          `## ${say('answer')}\n\n${say('answer_says')}\n\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\`\n`,
          `${answerTable(tool, words)}\n`,
        ]),
    `## ${say('command')}\n\n\`\`\`sh\n${command(tool)}\n\`\`\`\n`,
    `## ${say('errors')}\n`,
    tool.errors.length === 0 ? `${say('no_own_errors')}\n` : `${say('own_errors')}\n\n${ownErrors(tool, words)}\n`,
  ].join('\n');
}

const answerFields = {
  job_id: 'text',
  status: 'text',
  download_url: 'text',
  size_bytes: 'number',
  warnings: 'list',
  compression: 'object',
  quota: 'object',
} as const;

/** What each field of the response means; only one tool reports a compression. */
function answerTable(tool: Tool, { say }: Words): string {
  const names = Object.keys(answerFields) as (keyof typeof answerFields)[];
  const rows = names
    .filter((name) => name !== 'compression' || tool.id === 'compress-pdf')
    .map((name) => [`\`${name}\``, say(answerFields[name]), say(`answer_${name}`)]);
  return table([say('field'), say('values'), say('meaning')], rows);
}

function fieldTable(tool: Tool, fields: readonly OptionField[], words: Words): string {
  const { say } = words;
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    say(field.required ? 'yes' : 'no'),
    (field.values?.map((value) => `\`${value}\``).join(', ') ?? say('text')) +
      (field.default === null ? '' : `; ${say('usually', { value: `\`${field.default}\`` })}`),
    words.fieldText(tool, field) + (field.extension ? ` ${say('extension_field')}` : ''),
  ]);
  return table([say('field'), say('required'), say('values'), say('meaning')], rows);
}

const ownErrors = ({ errors }: Tool, { error }: Words): string =>
  errors.map((code) => `- [\`${code}\`](../errors.md#${code}): ${error(code).title}`).join('\n');

const quoted = (value: string): string => (/^[\w./,-]+$/.test(value) ? value : `'${value}'`);

const command = (tool: Tool): string =>
  [
    `./platen convert ${tool.id} ${exampleFiles(tool).join(' ')}`,
    ...Object.entries(exampleFields(tool)).map(([name, value]) => `--${name} ${quoted(value)}`),
  ].join(' ');
