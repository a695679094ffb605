// Converts many files with one tool, several at a time.

export type Entry<Item, Value> = { index: number; input: Item } & (
  | { result: Value; error?: undefined }
  | { error: Error; result?: undefined }
);

/** Yields each file when it is done; an error does not stop the others. */
export async function* inBatch<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  run: (item: Item) => Promise<Value>,
): AsyncGenerator<Entry<Item, Value>, undefined> {
  const running = new Map<number, Promise<Entry<Item, Value>>>();
  const next = async (): Promise<Entry<Item, Value>> => {
    const entry = await Promise.race(running.values());
    running.delete(entry.index);
    return entry;
  };
  let index = 0;
  for await (const input of items) {
    const at = index++;
    running.set(
      at,
      run(input).then(
        (result) => ({ index: at, input, result }),
        (reason: unknown) => ({
          index: at,
          input,
          error: reason instanceof Error ? reason : new Error(String(reason)),
        }),
      ),
    );
    if (running.size >= concurrency) yield await next();
  }
  while (running.size > 0) yield await next();
}
