// Form fields that are numbers or colours.
import { readable } from './fields.ts';

interface Bounds {
  min: number;
  max: number;
  description: string;
}

const within = (text: string, pattern: RegExp, { min, max }: Bounds): number | null => {
  const value = pattern.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

/** A number with at most two decimals. */
export const decimal = (bounds: Bounds) =>
  readable(
    (text) => within(text, /^-?\d{1,6}(\.\d{1,2})?$/, bounds),
    `a number from ${bounds.min} to ${bounds.max}`,
    bounds.description,
  );

export const whole = (bounds: Bounds) =>
  readable(
    (text) => within(text, /^\d{1,12}$/, bounds),
    `a whole number from ${bounds.min} to ${bounds.max}`,
    bounds.description,
  );

export const color = (description: string) =>
  readable(
    (text) => (/^#[\da-f]{6}$/i.test(text) ? text : null),
    'a colour of six hexadecimal digits, such as #c00000',
    description,
  );

/** The value of such a field; undefined without one. */
export const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
