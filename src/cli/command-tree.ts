// The commands as data, for completions and the man page.
import type { Command, Option } from 'commander';

export interface OptionWords {
  /** `--output`, and `-o` where there is one. */
  flags: string[];
  about: string;
  /** The allowed values; empty if it accepts any value, or none. */
  values: readonly string[];
  takesValue: boolean;
}

export interface CommandWords {
  /** The words after the program's name. */
  path: string[];
  about: string;
  /** Written as `<email>`. */
  operands: string[];
  options: OptionWords[];
  commands: CommandWords[];
}

/** The program's own entry, with all below it. */
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

/** The allowed values of a field are at the end of its description. */
const listed = /\(([\w-]+(?:, [\w-]+)+)\)$/;

function optionWords({ short, long, description, argChoices, required, optional }: Option): OptionWords {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    about: description,
    values: argChoices ?? listed.exec(description)?.[1]?.split(', ') ?? [],
    takesValue: required || optional,
  };
}

/** A command and all below it, one after the other. */
export const flat = (words: CommandWords): CommandWords[] => [words, ...words.commands.flatMap(flat)];
