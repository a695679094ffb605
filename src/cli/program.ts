// All commands, as one program that knows its own words: from it come the help, the completions and the man page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { version } from '#core/version.ts';
import type { Define } from './command.ts';

export interface Listed {
  about: string;
  /** Loads the command's code, only when it is called. */
  load: () => Promise<Define>;
  /** Present if the command describes all others. */
  needsAll?: true;
}

const listed: Record<string, Listed> = {
  setup: {
    about: 'Install what is missing (Debian packages, Node, npm packages) and build the programs and pages of Platen.',
    load: async () => (await import('./setup.ts')).setup,
  },
  serve: {
    about: 'Start the service; the first start makes a first API key.',
    load: async () => (await import('./serve.ts')).serve,
  },
  convert: {
    about: 'Convert files on this machine, or send them to a service.',
    load: async () => (await import('./convert/command.ts')).convert,
  },
  tools: {
    about: 'List the tools with the files that they accept and produce.',
    load: async () => (await import('./tools.ts')).tools,
  },
  mcp: {
    about:
      'Give an assistant the tools, on the files of this machine (Model Context Protocol, over standard input and output).',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  account: {
    about: 'Create, show, change and delete accounts.',
    load: async () => (await import('./account.ts')).account,
  },
  key: {
    about: 'Create, list and revoke API keys.',
    load: async () => (await import('./key.ts')).key,
  },
  job: {
    about: 'Show a job; copy the retained input of a failed one.',
    load: async () => (await import('./job.ts')).job,
  },
  'drain <on|off>': {
    about:
      'Refuse new conversions for maintenance, on all nodes; running ones end, and asynchronous jobs wait. off: accept them again.',
    load: async () => (await import('./drain.ts')).drain,
  },
  'audit <job>': {
    about: 'Show everything that is still stored for a job; the exit status is 1 while any of its content is stored.',
    load: async () => (await import('./audit.ts')).audit,
  },
  'audit-log': {
    about: 'Export the audit log, and check that nobody has changed it.',
    load: async () => (await import('./audit-log.ts')).auditLog,
  },
  'backup <file>': {
    about: 'Write accounts, keys, jobs, links, files and the secret into one archive; the service may run.',
    load: async () => (await import('./backup.ts')).backup,
  },
  'restore <file>': {
    about: 'Fill an empty data folder, database and bucket from an archive; the service must not run.',
    load: async () => (await import('./backup.ts')).restore,
  },
  data: {
    about: 'Move an installation.',
    load: async () => (await import('./data-copy.ts')).data,
  },
  webhooks: {
    about: 'Receive the webhooks of a key on this machine, to develop a receiver.',
    load: async () => (await import('./webhooks.ts')).webhooks,
  },
  'clients <folder>': {
    about: 'Write the packages of the clients into a folder, as the service serves them.',
    load: async () => (await import('./clients.ts')).clients,
  },
  doctor: {
    about: 'Show engines, versions and fonts, and try the isolation.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  sbom: {
    about: 'Print the components of this installation, as CycloneDX.',
    load: async () => (await import('./sbom.ts')).sbom,
  },
  completion: {
    about: 'Print a script that completes these words: source <(./platen completion bash)',
    load: async () => (await import('./completion.ts')).completion,
    needsAll: true,
  },
};

/** The commands for developers of Platen; images do not have them. */
const developersCommands = join(import.meta.dirname, '..', '..', 'dev', 'commands.ts');

async function allListed(): Promise<Record<string, Listed>> {
  if (!existsSync(developersCommands)) return listed;
  const { commands } = (await import(developersCommands)) as { commands: Record<string, Listed> };
  return { ...listed, ...commands };
}

/** The program as called by `words`: the named command with all its parts, and the names of the others. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('./platen')
    .description('Platen converts documents.')
    .usage('<command> …')
    .version(version, '-V, --version')
    .exitOverride();
  const [called, more] = words.filter((word) => !word.startsWith('-'));
  const wanted = called === 'help' ? more : called;
  const entries = Object.entries(await allListed()).map(([usage, entry]) => ({
    usage,
    name: usage.split(' ')[0],
    ...entry,
  }));
  const isAll = entries.some(({ name, needsAll }) => name === wanted && needsAll === true);
  for (const { usage, name, about, load } of entries) {
    const command = program.command(usage).description(about);
    if (isAll || name === wanted) (await load())(command, words);
  }
  return program;
}
