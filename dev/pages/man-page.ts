// The man page, made from the commands themselves: docs/platen.1, in the language of man(7).
import type { Command } from 'commander';
import { flat, wordsOf, type CommandWords, type OptionWords } from '#cli/command-tree.ts';

/** A line may not begin with a dot or an apostrophe, and a backslash begins a request. */
const text = (line: string): string =>
  line
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`);

const option = ({ flags, about, takesValue }: OptionWords): string =>
  [`.TP`, `.B ${text(flags.join(', ') + (takesValue ? ' VALUE' : ''))}`, text(about)].join('\n');

const section = ({ path, operands, about, options }: CommandWords): string =>
  [`.SS platen ${text([...path, ...operands].join(' '))}`, text(about), ...options.map((one) => option(one))].join(
    '\n',
  );

export function manPage(program: Command): string {
  const root = wordsOf(program);
  const commands = flat(root).filter(({ path, commands: below }) => path.length > 0 && below.length === 0);
  return `${[
    '.\\" Made by ./platen docs',
    '.TH PLATEN 1',
    '.SH NAME',
    String.raw`platen \- a service that converts documents, and its command line`,
    '.SH SYNOPSIS',
    String.raw`.B platen`,
    String.raw`.I command`,
    '[options]',
    '.SH COMMANDS',
    ...commands.map(section),
    '.SH EXIT STATUS',
    text(
      '0 when all was done, 1 when something could not be, 2 for a wrong call, 3 for a conversion that failed through no fault of its file.',
    ),
    '.SH SEE ALSO',
    text('docs/configuration.md lists the settings of the environment, docs/tools.md the tools.'),
  ].join('\n')}\n`;
}
