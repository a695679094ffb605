// Room in a full queue: the account with the most work in it makes place for one with less (longest queue drop, Suter et al., 1998).

/** The last piece of work of the account that has most in the queue, if that is more than the newcomer would have. */
export function leastEntitled<One>(
  waiting: readonly One[],
  newcomer: One,
  shareOf: (one: One) => string,
): One | undefined {
  const byShare = Map.groupBy(waiting, shareOf);
  const mine = byShare.get(shareOf(newcomer))?.length ?? 0;
  const longest = [...byShare.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
  return longest.length > mine + 1 ? longest.at(-1) : undefined;
}
