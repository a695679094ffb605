// ./platen drain on|off: refuses new conversions for maintenance, on all nodes, or accepts them again.
import { createDrain } from '#service/drain.ts';
import { dataOption, UsageError, type Define } from './command.ts';
import { onData, print, type DataOption } from './data.ts';

export const drain: Define = (command) => {
  command.addOption(dataOption()).action(
    onData<string, DataOption>(async ({ db, clock }, state) => {
      if (state !== 'on' && state !== 'off') throw new UsageError(`"${state}" is neither on nor off`);
      const draining = createDrain({ db, clock });
      await draining.set(state === 'on');
      print({ draining_since: draining.since });
    }),
  );
};
