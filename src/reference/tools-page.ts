// docs/tools.md: every tool with its fields.
import { tools } from '#conversion/tools/index.ts';
import { table } from './table.ts';

/** The page of all tools. */
export function toolsPage(): string {
  const sections = tools.map((tool) => {
    const { properties = {}, required = [] } = tool.options.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, { description?: string; enum?: string[] }>;
      required?: string[];
    };
    const fields = Object.entries(properties).map(([name, { description = '', enum: values }]) => [
      `\`${name}\``,
      required.includes(name) ? 'yes' : 'no',
      values?.map((value) => `\`${value}\``).join(', ') ?? 'text',
      description,
    ]);
    const { min, max } = tool.files;
    return [
      `## ${tool.id}\n\n${tool.summary}\n`,
      `- Input: ${min === max ? min : `${min} to ${max}`} file(s): ${tool.accepts.flatMap((format) => [...format.extensions]).join(' ')}`,
      `- Output: \`${tool.produces.format.mime}\``,
      ...(tool.errors.length === 0
        ? []
        : [`- Errors of its own: ${tool.errors.map((code) => `\`${code}\``).join(', ')}`]),
      ...(fields.length === 0 ? [] : ['', table(['field', 'required', 'values', 'meaning'], fields)]),
    ].join('\n');
  });
  return `# Tools\n\nMade by \`./platen docs\`. Call a tool with \`POST /v1/convert/{tool}\` or \`./platen convert TOOL FILE... -o OUT\`.\n\n${sections.join('\n\n')}\n`;
}
