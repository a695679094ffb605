// docs/tools.md: the list of all tools.
import { extensionsOf } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Words } from '../words.ts';
import { table } from './table.ts';

/** The number of files that the tool accepts. */
export const countOfFiles = ({ files: { min, max } }: Pick<Tool, 'files'>, { say }: Words): string =>
  max === 1 ? say('one_file') : min === max ? say('exact_files', { min }) : say('some_files', { min, max });

export function toolsPage(tools: readonly Tool[], words: Words): string {
  const { say, toolName, toolSummary } = words;
  const rows = tools.map((tool) => [
    `[${toolName(tool)}](tools/${tool.id}.md)<br>\`${tool.id}\``,
    toolSummary(tool),
    `${countOfFiles(tool, words)}: ${extensionsOf(tool.accepts).join(' ')}`,
    extensionsOf([tool.produces.format])[0] ?? '',
  ]);
  return `# ${say('tools')}

${say('tools_lead')}

${table([say('tool'), say('tool_does'), say('tool_takes'), say('tool_gives')], rows)}
`;
}
