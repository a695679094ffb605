// Prints the JSON of commands as lines for people: a name and a value, with times as dates.

type Flat = (readonly [name: string, value: string])[];

/** Formats a value as lines; separates the entries of a list by empty lines. */
export function forPeople(value: unknown): string {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length === 0) return 'none';
  return entries.map((entry) => linesOf(flat(entry)).join('\n')).join('\n\n');
}

function linesOf(rows: Flat): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd());
}

function flat(value: unknown, name = ''): Flat {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, below]) => flat(below, name === '' ? key : `${name}.${key}`));
  return [[name, shown(name, value)]];
}

/** Without a list of them, a key has all. */
const rights: ReadonlySet<string> = new Set(['scopes', 'tools']);

/** Formats a value; milliseconds are times if the name ends in `_at`, or is the end of a period. */
function shown(name: string, value: unknown): string {
  if (value === null) return rights.has(name) ? 'all' : '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && /_(at|end|start)$/.test(name)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((one) => shown('', one)).join(', ') || '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
