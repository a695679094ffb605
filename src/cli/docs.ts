// ./platen docs: the documents that are made from the code, so that every fact stands once.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { settings } from '#config';
import { errorCodes, errors } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import { openApiDocument } from '#http/openapi.ts';
import type { Command } from './command.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs');

const generated: Record<string, () => string> = {
  'errors.md': errorsPage,
  'tools.md': toolsPage,
  'configuration.md': configurationPage,
  'openapi.json': () => `${JSON.stringify(openApiDocument(tools, 'https://platen.example/v1'), null, 2)}\n`,
};

export const docs: Command = {
  name: 'docs',
  usage: '[--check]',
  summary: 'Write docs/errors.md, tools.md, configuration.md and openapi.json from the code.',
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
    const stale: string[] = [];
    for (const [name, make] of Object.entries(generated)) {
      const path = join(folder, name);
      const now = await readFile(path, 'utf8').catch(() => '');
      if (now === make()) continue;
      stale.push(`docs/${name}`);
      if (values.check === true) continue;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, make());
    }
    if (values.check !== true || stale.length === 0) return 0;
    throw new Error(`not up to date: ${stale.join(', ')}; run ./platen docs`);
  },
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

const kinds = {
  door: 'refused before a job exists; not counted',
  verdict: 'job `rejected`; counted',
  breakdown: 'job `failed`; given back',
  read: 'no job',
} as const;

function errorsPage(): string {
  const rows = errorCodes.map((code) => {
    const { status, kind, fields, fix } = errors[code];
    return [
      String(status),
      `\`${code}\``,
      Object.keys(fields.shape)
        .map((name) => `\`${name}\``)
        .join(', '),
      kinds[kind],
      fix,
    ];
  });
  return `# Errors\n\nMade by \`./platen docs\`. Every error is JSON with \`error\` (the code), \`message\` (for people) and the fields below; refusals of a known account also carry \`plan\`, errors of a job \`job_id\` and \`status\`.\n\n${table(['HTTP', 'code', 'fields', 'job and quota', 'what to do'], rows)}\n`;
}

function toolsPage(): string {
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

function configurationPage(): string {
  const rows = Object.values(settings).map(({ env, defaultText, allowed, doc }) => [
    `\`${env}\``,
    shownDefault(env, defaultText),
    allowed,
    doc,
  ]);
  return `# Configuration\n\nMade by \`./platen docs\`. Settings come from the environment, or from the file that \`PLATEN_ENV_FILE\` names (by default \`.env\`); the environment wins. An unknown \`PLATEN_*\` name or a value that is not allowed stops the start.\n\n${table(['variable', 'default', 'allowed', 'meaning'], rows)}\n`;
}

/** Defaults that depend on the machine are told in words. */
const shownDefault = (env: string, value: string | undefined) =>
  env === 'PLATEN_DATA'
    ? '`data` in the installation'
    : env === 'PLATEN_CONCURRENCY' || env === 'PLATEN_WARM_PROCESSES'
      ? 'the number of cores'
      : value === undefined
        ? ''
        : `\`${value}\``;
