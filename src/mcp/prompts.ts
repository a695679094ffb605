// Tasks for a menu of prompts: each is a text for the model that names the available tools.
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import { extensionsOf, formats } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';

interface Written {
  listed: Prompt;
  text(given: Readonly<Record<string, string>>, tools: readonly Tool[]): string;
}

const files = { name: 'files', description: 'The files, by path or by name, separated by commas.', required: true };

const archive: Written = {
  listed: {
    name: 'archive',
    title: 'Archive documents as one PDF',
    description: 'Make these files a single searchable PDF for an archive.',
    arguments: [files, { name: 'name', description: 'The name of the archive, such as contracts-2026.pdf.' }],
  },
  text: ({ files: named = '', name }, tools) =>
    [
      `Make these files a single searchable PDF for an archive: ${named}`,
      '',
      '1. Turn each file that is not a PDF into one, in the order given:',
      ...toPdf(tools).map((line) => `   - ${line}`),
      '2. Where the tool has the field pdf_standard, set it to "PDF/A-2b", and report a warning that the standard was not met.',
      has(tools, 'merge-pdf')
        ? '3. Join the PDFs with merge-pdf, in the same order. One PDF alone is not joined.'
        : '3. There is no tool to join PDFs: leave one PDF for each file, and say so.',
      `4. ${name ? `The result is to be called ${name}.` : 'Give the result a name that says what it holds.'}`,
      '5. Say where it is, how large it is and what was warned of. Scans stay pictures: there is no text recognition, so name the files whose text cannot be searched. A joined PDF keeps the pages of its files, but does not claim PDF/A itself.',
    ].join('\n'),
};

const send: Written = {
  listed: {
    name: 'ready_to_send',
    title: 'Make documents ready to send',
    description: 'Make these files small PDFs that can be sent, with a password where one is given.',
    arguments: [
      files,
      { name: 'password', description: 'Asked for when the PDF is opened.' },
      { name: 'watermark', description: 'A line over every page, such as DRAFT.' },
    ],
  },
  text: ({ files: named = '', password, watermark }, tools) =>
    [
      `Make these files ready to be sent: ${named}`,
      '',
      'For each file, in one call of convert_in_steps where it can be:',
      '- Turn it into a PDF, if it is none:',
      ...toPdf(tools).map((line) => `   - ${line}`),
      ...(has(tools, 'compress-pdf') ? ['- Make it smaller with compress-pdf, quality medium.'] : []),
      ...(watermark && has(tools, 'watermark-pdf')
        ? [`- Write over every page with watermark-pdf: text "${watermark}".`]
        : []),
      ...(password && has(tools, 'protect-pdf')
        ? [`- Protect it last with protect-pdf: password "${password}". Do not repeat the password in your answer.`]
        : []),
      '',
      'Say for each where it is, how large it was and is, and what was warned of.',
    ].join('\n'),
};

const written: readonly Written[] = [archive, send];
export const listedPrompts = (): Prompt[] => written.map(({ listed }) => listed);

/** Undefined if there is no prompt of this name. */
export function promptNamed(
  name: string,
  given: Readonly<Record<string, string>>,
  tools: readonly Tool[],
): GetPromptResult | undefined {
  const prompt = written.find(({ listed }) => listed.name === name);
  if (prompt === undefined) return undefined;
  const text = prompt.text(given, tools);
  return {
    description: prompt.listed.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

const has = (tools: readonly Tool[], id: string): boolean => tools.some((tool) => tool.id === id);

/** The tools that make PDFs, with their inputs. */
const toPdf = (tools: readonly Tool[]): string[] =>
  tools
    .filter(({ produces, accepts }) => produces.format === formats.pdf && !accepts.includes(formats.pdf))
    .map(({ id, accepts }) => `${extensionsOf(accepts).join(' ')}: ${id}`);
