// The queries of administrators, which no other page loads.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { filled } from '../../api/queries.ts';
import type {
  AdminAccount,
  AuditEvent,
  Plan,
  WorkQueue,
  Installation,
  EngineList,
  Outcomes,
  LastDay,
  FoundEvent,
  Health,
} from '../../api/types.ts';

const live = 2000;
const fast = 4000;
const slow = 15_000;

export const useAdminAccounts = (search: string, page: number) =>
  useQuery({
    queryKey: ['admin', 'accounts', search, page],
    queryFn: () =>
      get<{ accounts: AdminAccount[]; has_more: boolean; plans: Plan[] }>(
        `/admin/accounts?${filled({ search, page: String(page) })}`,
      ),
  });

export const useAdminAccount = (id: string) =>
  useQuery({
    queryKey: ['admin', 'account', id],
    queryFn: () => get<AdminAccount & { activity: AuditEvent[] }>(`/admin/accounts/${id}`),
  });

export const useWorkQueue = () =>
  useQuery({ queryKey: ['admin', 'queue'], queryFn: () => get<WorkQueue>('/admin/queue'), refetchInterval: live });

export const useInstallation = () =>
  useQuery({ queryKey: ['admin', 'installation'], queryFn: () => get<Installation>('/admin/installation') });

export const useEngines = () =>
  useQuery({ queryKey: ['admin', 'engines'], queryFn: () => get<EngineList>('/admin/engines') });

export const useOutcomes = () =>
  useQuery({
    queryKey: ['admin', 'outcomes'],
    queryFn: () => get<Outcomes>('/admin/outcomes'),
    refetchInterval: slow,
  });

export const useLastDay = () =>
  useQuery({ queryKey: ['admin', 'day'], queryFn: () => get<LastDay>('/admin/day'), refetchInterval: 60_000 });

export const useFoundEvents = ({ search, event }: { search: string; event: string }) =>
  useInfiniteQuery({
    queryKey: ['admin', 'audit', search, event],
    queryFn: ({ pageParam }) =>
      get<{ events: FoundEvent[]; has_more: boolean }>(`/admin/audit?${filled({ search, event, before: pageParam })}`),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.events.at(-1)?.id : undefined),
  });

export const useHealth = () =>
  useQuery({ queryKey: ['admin', 'health'], queryFn: () => get<Health>('/admin/health'), refetchInterval: fast });
