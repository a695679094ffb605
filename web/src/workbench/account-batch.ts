// The workbench of the account that is signed in: one for all pages of the dashboard.
import { createContext, useContext } from 'react';
import type { Plan } from '../api/types.ts';
import { accountBackend } from './backend.ts';
import { Batch } from './batch.ts';

export const BatchContext = createContext<Batch | null>(null);

export const batchFor = (plan: Plan | null): Batch => new Batch(accountBackend(plan));

/** The workbench of the signed-in account. */
export function useAccountBatch(): Batch {
  const batch = useContext(BatchContext);
  if (batch === null) throw new Error('there is no workbench here');
  return batch;
}
