// The jobs of an account as a table (RFC 4180) for spreadsheets.
import type { Store } from '#service/database/store.ts';
import { listJobs, type JobFilter, type ListedJob } from './list.ts';

/** The maximum number of jobs in a table. */
const maxRows = 10_000;
const pageRows = 500;

const columns: Record<string, (job: ListedJob) => string | number | null> = {
  id: ({ id }) => id,
  tool: ({ tool }) => tool,
  state: ({ state }) => state,
  input: ({ input_name }) => input_name,
  output: ({ output_name }) => output_name,
  size_bytes: ({ size_bytes }) => size_bytes,
  created_at: ({ created_at }) => new Date(created_at).toISOString(),
  completed_at: ({ completed_at }) => (completed_at === null ? null : new Date(completed_at).toISOString()),
  duration_ms: ({ created_at, completed_at }) => (completed_at === null ? null : completed_at - created_at),
  key: ({ key_name }) => key_name,
  error: ({ error }) => (error === null ? null : (JSON.parse(error) as { code: string }).code),
};

/** Yields the lines of the table page by page, starting with the column names. */
export async function* jobsAsCsv(store: Store, accountId: string, filter: Omit<JobFilter, 'limit'>) {
  // The mark by which Excel recognises UTF-8.
  yield `\uFEFF${line(Object.keys(columns))}`;
  for (let offset = 0; offset < maxRows; offset += pageRows) {
    const { jobs, hasMore } = await listJobs(store, accountId, { ...filter, offset, limit: pageRows });
    yield jobs.map((job) => line(Object.values(columns).map((valueOf) => valueOf(job)))).join('');
    if (!hasMore) return;
  }
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(',')}\r\n`;

/** Formats a cell; prepends an apostrophe to text that a spreadsheet would take for a formula, as OWASP advises. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
