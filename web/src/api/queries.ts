// All queries of the pages, with the keys they are cached under.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, get } from './client.ts';
import type {
  ApiRequest,
  AuditEvent,
  Delivery,
  ErrorsByDay,
  JobDetails,
  JobPage,
  Key,
  Me,
  Plan,
  RefusedCalls,
  Share,
  SignInOptions,
  Tool,
  Usage,
  Webhook,
} from './types.ts';

const fast = 4000;
const slow = 15_000;

/** Polls faster while a job is running. */
const pace = (page: JobPage | undefined): number => (page?.jobs.some(({ state }) => state === 'pending') ? fast : slow);

/** Null when nobody is signed in. */
export const useMe = () =>
  useQuery({
    queryKey: ['me'],
    queryFn: async () => (await get<{ me: Me | null }>('/session')).me,
    refetchInterval: 30_000,
  });

export const useSignInOptions = () =>
  useQuery({ queryKey: ['sign-in'], queryFn: () => get<SignInOptions>('/sign-in'), staleTime: Infinity });

export const useUsage = () =>
  useQuery({ queryKey: ['usage'], queryFn: () => get<Usage>('/usage'), refetchInterval: slow });

export const useTools = () =>
  useQuery({
    queryKey: ['tools'],
    queryFn: async () => (await get<{ tools: Tool[] }>('/tools')).tools,
    staleTime: Infinity,
  });

export const usePlans = () =>
  useQuery({
    queryKey: ['plans'],
    queryFn: () => get<{ plans: Plan[]; has_prices: boolean; isOwnMachine: boolean }>('/plans'),
  });

export const filled = (values: Record<string, string | undefined>) => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(given).toString();
};

export const useLatestJobs = (limit: number) =>
  useQuery({
    queryKey: ['jobs', 'latest', limit],
    queryFn: () => get<JobPage>(`/jobs?limit=${limit}`),
    refetchInterval: fast,
  });

export interface JobFilters {
  tool: string;
  state: string;
  code: string;
  key: string;
  search: string;
  /** Milliseconds since 1970. */
  from: string;
  until: string;
  /** Empty: the newest first. */
  sort: string;
}

/** The filters as the query of an address. */
export const jobQuery = (filters: JobFilters): string => filled({ ...filters });

/** Where a page of jobs begins. */
const firstPage: { before?: string | undefined; offset?: string } = {};

/** The next page starts after the last job if the newest come first; otherwise at an offset. */
export const useJobs = (filters: JobFilters) =>
  useInfiniteQuery({
    queryKey: ['jobs', 'list', filters],
    queryFn: ({ pageParam }) => get<JobPage>(`/jobs?${filled({ ...filters, ...pageParam })}`),
    initialPageParam: firstPage,
    getNextPageParam: (page, pages) =>
      !page.has_more
        ? undefined
        : filters.sort === ''
          ? { before: page.jobs.at(-1)?.id }
          : { offset: String(pages.reduce((sum, { jobs }) => sum + jobs.length, 0)) },
    // Every loaded page would be fetched again, so long lists are not refreshed.
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return pages.length === 1 ? pace(pages[0]) : false;
    },
  });

export const useRefusals = ({ tool, code, key }: Pick<JobFilters, 'tool' | 'code' | 'key'>) =>
  useQuery({
    queryKey: ['refusals', tool, code, key],
    queryFn: async () => (await get<{ refusals: RefusedCalls[] }>(`/refusals?${filled({ tool, code, key })}`)).refusals,
    refetchInterval: slow,
  });

export interface RequestFilters {
  key: string;
  code: string;
  outcome: string;
}

export const useRequests = (filters: RequestFilters) =>
  useInfiniteQuery({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam }) =>
      get<{ requests: ApiRequest[]; has_more: boolean; days: number }>(
        `/requests?${filled({ ...filters, before: pageParam })}`,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.requests.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : slow),
  });

export const useErrors = () =>
  useQuery({ queryKey: ['errors'], queryFn: () => get<ErrorsByDay>('/errors'), refetchInterval: slow });

export const useJob = (id: string) =>
  useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: () => get<JobDetails>(`/jobs/${encodeURIComponent(id)}`),
    // A job that does not exist will not appear later.
    refetchInterval: ({ state }) => (state.error !== null ? false : state.data?.state === 'pending' ? fast : slow),
  });

export const useKeys = () =>
  useQuery({ queryKey: ['keys'], queryFn: async () => (await get<{ keys: Key[] }>('/keys')).keys });

export const useShares = () =>
  useQuery({
    queryKey: ['shares'],
    queryFn: async () => (await get<{ shares: Share[] }>('/shares')).shares,
    refetchInterval: 15_000,
  });

export const useWebhooks = () =>
  useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: async () => (await get<{ webhooks: Webhook[] }>('/webhooks')).webhooks,
    refetchInterval: slow,
  });

export const useDeliveries = (id: string) =>
  useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', id],
    queryFn: ({ pageParam }) =>
      get<{ deliveries: Delivery[]; next_cursor: string | null }>(
        `/webhooks/${id}/deliveries?${filled({ cursor: pageParam })}`,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const isUnderWay = pages[0]?.deliveries.some(({ state }) => state === 'waiting') === true;
      return pages.length > 1 ? false : isUnderWay ? fast : slow;
    },
  });

export const useActivity = () =>
  useQuery({
    queryKey: ['activity'],
    queryFn: async () => (await get<{ activity: AuditEvent[] }>('/activity')).activity,
  });

/** A mutation; afterwards everything on the page is fetched again. */
export function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Input>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries(),
  });
}

export const useDeleteJob = () => useChange((id: string) => call('DELETE', `/jobs/${encodeURIComponent(id)}`));
export const useRevokeShare = () => useChange((id: string) => call('DELETE', `/shares/${encodeURIComponent(id)}`));
