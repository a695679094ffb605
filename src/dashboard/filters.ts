// What lists of jobs and calls are narrowed to, as a page's query says it.
import { z } from 'zod';

export const errorCode = z
  .string()
  .regex(/^[a-z_]{1,64}$/)
  .optional();
export const key = z.string().max(64).optional();
