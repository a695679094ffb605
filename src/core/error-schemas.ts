// The building blocks of error fields.
import { z } from 'zod';

const count = z.int().min(0);

export const schemas = {
  z,
  count,
  field: z.string().describe('Name of the form field.'),
  file: z.string().describe('Name of the file, as the client sent it.'),
  upgrade: z.strictObject({
    plan: z.string(),
    price_eur_month: count.describe('Monthly price in EUR, excluding tax.'),
    quota: count,
    url: z.string(),
    max_bytes: count,
  }),
};

/** Building blocks for the fields of the catalogue. */
export type Schemas = typeof schemas;

export type Upgrade = z.infer<Schemas['upgrade']>;
