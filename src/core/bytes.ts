// Units of size. The API's MB are MiB.

export const KiB = 1 << 10;
export const MiB = 1 << 20;
export const GiB = 1 << 30;

/** Formats a size in the largest unit in which it is at least 1: `812 bytes`, `3.4 MB`. */
export function inUnits(bytes: number): string {
  const [unit, name] =
    [[GiB, 'GB'] as const, [MiB, 'MB'] as const, [KiB, 'KB'] as const].find(([of]) => bytes >= of) ?? [];
  if (unit === undefined) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const count = bytes / unit;
  return `${count >= 10 ? Math.round(count) : count.toFixed(1)} ${name}`;
}
