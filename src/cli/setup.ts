// ./platen setup: done by the launcher (platen, setup/*.sh) before there is a Node; it stands here to be found.
import { ending, type Define } from './command.ts';

export const setup: Define = (command) => {
  command
    .option('--system', 'only the Debian packages, as an administrator')
    .option('--tests', 'also what tests and benches need')
    .action(
      ending(async () => {
        throw new Error('set-up is done by the launcher: run ./platen setup');
      }),
    );
};
