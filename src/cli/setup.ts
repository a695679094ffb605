// ./platen setup: done by the launcher (platen, setup/*.sh) before Node is installed; declared here for --help.
import { ending, type Define } from './command.ts';

export const setup: Define = (command) => {
  command
    .option('--system', 'only the Debian packages, as an administrator')
    .option('--tests', 'also install the requirements of tests and benches')
    .action(
      ending(async () => {
        throw new Error('set-up is done by the launcher: run ./platen setup');
      }),
    );
};
