// Items that lie near a value, found without a look at all of them: pages have thousands of letters and lines.

interface Ordered<Item> {
  item: Item;
  order: number;
}

/** Finds the wanted items near a value, in the order of all items. */
export type NearbySearch<Item> = (value: number, isWanted: (item: Item) => boolean) => Item[];

/** Returns a search for items whose keys are less than `reach` from a value. */
export function searchNear<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
  reach: number,
): NearbySearch<Item> {
  const bands = new Map<number, Ordered<Item>[]>();
  const bandOf = (value: number) => Math.floor(value / reach);
  for (const [order, item] of items.entries()) {
    const at = bandOf(keyOf(item));
    const band = bands.get(at);
    if (band === undefined) bands.set(at, [{ item, order }]);
    else band.push({ item, order });
  }
  return (value, isWanted) => {
    const found: Ordered<Item>[] = [];
    const at = bandOf(value);
    for (let band = at - 1; band <= at + 1; band++)
      for (const one of bands.get(band) ?? [])
        if (Math.abs(keyOf(one.item) - value) < reach && isWanted(one.item)) found.push(one);
    return found.sort((a, b) => a.order - b.order).map(({ item }) => item);
  };
}
