// Random numbers that are the same for the same seed: mulberry32 (Tommy Ettinger, public domain).

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number below `bound`. */
  below(bound: number): number;
  /** One of them. */
  pick<Item>(items: readonly Item[]): Item;
}

/** @param seed any whole number; those of neighbouring cases are mixed apart */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return { next, below, pick };
}
