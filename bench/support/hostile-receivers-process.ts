// node hostile-receivers-process.ts KIND COUNT: receivers on loopback that never answer as they should; prints their URLs.
import { startHostileReceiver, type HostileKind } from '../../test/support/hostile-receivers.ts';

const [kind, count] = process.argv.slice(2);
const receivers = await Promise.all(
  Array.from({ length: Number(count) }, () => startHostileReceiver(kind as HostileKind)),
);
process.stdout.write(`${receivers.map(({ url }) => url).join(' ')}\n`);
