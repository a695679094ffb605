// The commands as data, for completions and the man page.
import type { Command, Option } from 'commander';

export interface OptionWords {
  /** The flags: `--output`, and `-o` if there is a short one. */
  flags: string[];
  about: string;
  /** The allowed values; empty if the option accepts any value, or no value. */
  values: readonly string[];
  takesValue: boolean;
}

export interface CommandWords {
  /** The words after the program's name. */
  path: string[];
  about: string;
  /** The operands, such as `<email>`. */
  operands: string[];
  options: OptionWords[];
  commands: CommandWords[];
}

/** Returns the words of a command and of all commands below it. */
export function wordsOf(command: Command, path: string[] = []): CommandWords {
  return {
    path,
    about: command.description(),
    operands: command.registeredArguments.map((operand) => {
      const name = operand.name() + (operand.variadic ? '...' : '');
      return operand.required ? `<${name}>` : `[${name}]`;
    }),
    options: command.options.filter(({ hidden }) => !hidden).map(optionWords),
    commands: command.commands.map((below) => wordsOf(below, [...path, below.name()])),
  };
}

/** Matches the allowed values at the end of a field's description. */
const listed = /\(([\w-]+(?:, [\w-]+)+)\)$/;

function optionWords({ short, long, description, argChoices, required, optional }: Option): OptionWords {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    about: description,
    values: argChoices ?? listed.exec(description)?.[1]?.split(', ') ?? [],
    takesValue: required || optional,
  };
}

/** Flattens a command and all commands below it into a list. */
export const flat = (words: CommandWords): CommandWords[] => [words, ...words.commands.flatMap(flat)];
