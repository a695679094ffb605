// The last step of ./platen test: all answers of the API in tests match its OpenAPI document, and the other way round.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from '#conversion/tools/index.ts';
import { commonConvertErrors, openApiDocument } from '#reference/openapi.ts';
import { checkExamples } from './examples.ts';
import type { Recorded } from './record.ts';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: { oneOf?: { $ref: string }[] } }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: object }> };
}

/** Answers to requests without an operation in the document, or without readable HTTP. */
const outside = new Set(['tool_not_found', 'not_found', 'method_not_allowed', 'misdirected_request']);
/** Test tools represent every tool: common answers can be seen with any of them. */
const anyTool = 'POST /convert/*';
/** Its steps have the answers of their tools. */
const pipelines = 'POST /pipelines';

const { paths, components } = openApiDocument(tools, '') as unknown as Document;

const codesOf = ({ content }: Operation['responses'][string]): string[] =>
  content?.['application/json']?.schema.oneOf?.map(({ $ref }) => $ref.replace(/.*Error_/, '')) ?? [''];

/** `POST /convert/rotate-pdf` → `422 too_many_pages` … */
const documented = new Map(
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]): [string, Set<string>] => [
      `${method.toUpperCase()} ${path}`,
      new Set(Object.entries(responses).flatMap(([status, r]) => codesOf(r).map((code) => `${status} ${code}`))),
    ]),
  ),
);

const folder = process.argv[2] ?? '';
const recorded = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Recorded);

const seen = new Set<string>();
const problems = new Set<string>();

for (const answer of recorded) {
  if (outside.has(answer.code) || (answer.by === 'route' && answer.body?.['code'] === 'malformed_request')) continue;
  if (answer.by === 'tool') seeTool(answer);
  else seeRoute(answer);
}
for (const [operation, answers] of documented)
  for (const answer of answers) {
    const isAnyTools =
      (operation.startsWith('POST /convert/') || operation === pipelines) &&
      (answer === '202 ' || commonConvertErrors.some((code) => answer.endsWith(` ${code}`)));
    const name = isAnyTools ? anyTool : operation;
    if (!seen.has(`${name} ${answer}`)) problems.add(`documented, but answered in no test: ${name}: ${answer}`);
  }

checkExamples(recorded, problems);
for (const problem of [...problems].sort()) process.stdout.write(`${problem}\n`);
process.stdout.write(`${seen.size} kinds of answers compared with the OpenAPI document\n`);
process.exitCode = problems.size === 0 ? 0 : 1;

function seeRoute({ method, route, tool, status, code, fields }: Extract<Recorded, { by: 'route' }>): void {
  // HEAD is answered as GET is.
  const path = route
    .replace('/v1', '')
    .replace(':tool', tool ?? '')
    .replaceAll(/:(\w+)/g, '{$1}');
  const isOwnHead = method === 'HEAD' && documented.has(`HEAD ${path}`);
  // The refusal of a HEAD has no body to compare.
  if (isOwnHead && code !== '') return;
  const operation = `${method === 'HEAD' && !isOwnHead ? 'GET' : method} ${path}`;
  const answer = `${status} ${code}`;
  seen.add(`${operation} ${answer}`);
  if (tool !== undefined) seen.add(`${anyTool} ${answer}`);
  const answers = documented.get(operation);
  const isDocumented =
    answers?.has(answer) === true || (isOfSomeTool(code) && (answers === undefined || operation === pipelines));
  if (!isDocumented) problems.add(`answered, but not documented: ${operation}: ${answer}`);
  const known = components.schemas[`Error_${code}`]?.properties ?? {};
  for (const field of code === '' ? [] : fields)
    if (!(field in known)) problems.add(`answered, but not documented: the field "${field}" of ${code}`);
}

/** Test tools borrow the errors of real ones. */
function isOfSomeTool(code: string): boolean {
  const codes: readonly string[] = ['', ...commonConvertErrors, ...tools.flatMap(({ errors }) => errors)];
  return codes.includes(code);
}

function seeTool({ tool, code }: Extract<Recorded, { by: 'tool' }>): void {
  const answers = [...(documented.get(`POST /convert/${tool}`) ?? [])];
  const answer = answers.find((one) => one.split(' ')[1] === code);
  if (answer === undefined) problems.add(`thrown, but not documented: ${tool}: ${code}`);
  else seen.add(`POST /convert/${tool} ${answer}`);
}
