// ./platen completion SHELL: a script for the shell, made from the commands themselves.
import { Argument } from 'commander';
import { ending, type Define } from './command.ts';
import { flat, wordsOf, type CommandWords } from './command-tree.ts';

export const completion: Define = (command) => {
  command.addArgument(new Argument('<shell>').choices(Object.keys(scripts))).action(
    ending(async (shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell](flat(wordsOf(command.parent ?? command))));
    }),
  );
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const key = (path: readonly string[]): string => path.join(' ');
const flags = ({ options }: CommandWords): string[] => options.flatMap((option) => option.flags);

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

function bashScript(commands: readonly CommandWords[]): string {
  const paths = commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      ${quoted(`${key(path.slice(0, -1))}/${path.at(-1)}`)}) at=${quoted(key(path))} ;;`);
  const words = commands.map(
    (command) =>
      `    ${quoted(key(command.path))}) words=${quoted(command.commands.map(({ path }) => path.at(-1)).join(' '))} flags=${quoted(flags(command).join(' '))} ;;`,
  );
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter((option) => option.values.length > 0)
      .flatMap((option) =>
        option.flags.map(
          (flag) => `    ${quoted(`${key(path)}/${flag}`)}) values=${quoted(option.values.join(' '))} ;;`,
        ),
      ),
  );
  return `_platen() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' flags='' values='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in
${paths.join('\n')}
    esac
  done
  case "$at" in
${words.join('\n')}
  esac
  case "$at/$before" in
${values.join('\n')}
  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else COMPREPLY=()
  fi
}
complete -o default -o bashdefault -F _platen platen ./platen
`;
}

/** Creates the script for zsh, which understands bash's. */
function zshScript(commands: readonly CommandWords[]): string {
  return `autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, commands: below, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const notYet =
      below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.map((one) => one.path.at(-1)).join(' ')}`];
    const when = (conditions: readonly string[]) =>
      conditions.length === 0 ? '' : ` -n ${quoted(conditions.join('; and '))}`;
    return [
      ...below.map(
        (one) =>
          `complete -c platen${when([...seen, ...notYet])} -f -a ${quoted(one.path.at(-1) ?? '')} -d ${quoted(one.about)}`,
      ),
      ...options.map(({ flags: [first = '', second], about, values, takesValue }) => {
        const [short, long] = second === undefined ? [undefined, first] : [first, second];
        const names = `${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${long.slice(2)}`;
        const value = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : takesValue ? ' -r' : '';
        return `complete -c platen${when(seen)}${names}${value} -d ${quoted(about)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}
