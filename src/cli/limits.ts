// ./platen doctor --limits: every bound on requests, conversions and the programs that read documents.
import { loadConfig, settings } from '#config';
import { engineLimits } from '#conversion/engines/limits.ts';
import { requestLimits, requestTimes } from '#service/limits/request-limits.ts';

type Bounds = Readonly<Record<string, number | object | undefined>>;

/** Limits by topic, with units in their names: configurable ones come first. */
export function limits(): Record<string, Bounds> {
  const config = loadConfig(process.env);
  const numbers = Object.entries(settings).flatMap(([name, { env }]) => {
    const value = config[name as keyof typeof config];
    return typeof value === 'number' ? [[env, value] as const] : [];
  });
  return {
    settings: Object.fromEntries(numbers),
    'a request': { ...requestLimits, ...requestTimes },
    ...engineLimits,
  };
}

export const limitLines = (): string =>
  Object.entries(limits())
    .flatMap(([what, bounds]) => [
      `${what}:`,
      ...Object.entries(bounds)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `  ${name.padEnd(36)} ${shown(value)}`),
    ])
    .map((line) => `${line}\n`)
    .join('');

const shown = (value: unknown): string => {
  if (value === Infinity) return 'unlimited';
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${name} ${part}`)
      .join(', ');
  return String(value);
};
