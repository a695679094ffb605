// The signed-in account, for the pages below.
import { createContext, useContext } from 'react';
import type { Me } from './api/types.ts';

export const AccountContext = createContext<Me | null>(null);

export function useAccount(): Me {
  const me = useContext(AccountContext);
  if (me === null) throw new Error('not signed in');
  return me;
}
