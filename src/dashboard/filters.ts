// The filters of lists of jobs and calls, from a page's query.
import { z } from 'zod';

export const errorCode = z
  .string()
  .regex(/^[a-z_]{1,64}$/)
  .optional();
export const key = z.string().max(64).optional();
