// Try the tools: choose files and a tool, convert, preview, download.
import { Alert, Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useAccount } from '../account.ts';
import { type ApiError, upload, type Upload } from '../api/client.ts';
import { useJob, useTools } from '../api/queries.ts';
import type { Conversion, Plan, Tool } from '../api/types.ts';
import { plural, size } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { CodeSample } from '../parts/code-sample.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { FileList } from '../parts/file-list.tsx';
import { CompressionReport, Warnings } from '../parts/job-drawer.tsx';
import { Preview } from '../parts/preview.tsx';
import { Problem } from '../parts/problem.tsx';
import { describeError } from '../parts/conversion-error.tsx';
import { ResultButtons } from '../parts/result-buttons.tsx';
import { ToolChoice } from '../parts/tool-choice.tsx';
import { ToolFields, type Values } from '../parts/tool-fields.tsx';

const extension = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';

/** All tools are offered until there is a file, so that their forms and the code samples can be seen. */
const offeredFor = (tools: readonly Tool[], files: readonly File[]) =>
  tools.filter(
    (tool) => files.length <= tool.max_files && files.every(({ name }) => tool.accepted_exts.includes(extension(name))),
  );

type Run =
  | { state: 'idle' }
  | { state: 'sending'; part: number; call: Upload<Conversion> }
  | { state: 'done'; conversion: Conversion }
  | { state: 'refused'; error: ApiError };

export default function Playground() {
  const me = useAccount();
  const tools = useTools();
  const queries = useQueryClient();
  const [files, setFiles] = useState<File[]>([]);
  const [chosenTool, setChosenTool] = useState('');
  const [values, setValues] = useState<Values>({});
  const [run, setRun] = useState<Run>({ state: 'idle' });
  const result = useRef<HTMLDivElement>(null);
  const isSending = run.state === 'sending';
  useWarningBeforeLeaving(isSending);

  const offered = offeredFor(tools.data ?? [], files);
  // With several tools to choose from, none is preselected.
  const tool = offered.find(({ id }) => id === chosenTool) ?? (offered.length === 1 ? offered[0] : undefined);
  const fields = filledFields(tool, values);
  const refusal = tool === undefined ? undefined : refusalReason(tool, files, me.plan);

  const keep = (changed: File[]) => {
    setRun({ state: 'idle' });
    setFiles(changed);
  };
  const choose = (id: string) => {
    setChosenTool(id);
    setValues({});
    setRun({ state: 'idle' });
  };
  const convert = (chosen: Tool) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const file of files) form.append('file', file, file.name);
    const call = upload<Conversion>(`/convert/${chosen.id}`, form, (part) => setRun({ state: 'sending', part, call }));
    setRun({ state: 'sending', part: 0, call });
    call.answer
      .then(
        (conversion) => setRun({ state: 'done', conversion }),
        (error: ApiError) => setRun(error.code === 'cancelled' ? { state: 'idle' } : { state: 'refused', error }),
      )
      .finally(() => {
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'tools' });
        result.current?.focus();
      });
  };

  const refused = run.state === 'refused' ? describeError(run.error, me.plan) : null;
  const fieldProblem =
    refused?.field !== undefined && tool?.fields.some(({ name }) => name === refused.field) === true
      ? { field: refused.field, message: refused.message }
      : null;
  return (
    <Page title="Playground" intro="Conversions in the playground count towards your quota.">
      <Problem error={tools.error} />
      {/* The form cannot be changed during a conversion. */}
      <Stack gap="lg" inert={isSending} opacity={isSending ? 0.6 : 1}>
        <Section title="1. Files">
          <Stack>
            <DropZone onFiles={(added) => keep([...files, ...added])} />
            <FileList files={files} onChange={keep} />
          </Stack>
        </Section>
        <Section title="2. Tool">
          {offered.length === 0 ? (
            <Text>{tools.data === undefined ? 'Loading tools…' : noToolMessage(files, tools.data)}</Text>
          ) : (
            <Stack>
              {files.length === 0 ? (
                <NativeSelect
                  label="Tool"
                  description={tool?.summary ?? 'Choose files first, or a tool to see its options.'}
                  value={tool?.id ?? ''}
                  onChange={(event) => choose(event.currentTarget.value)}
                  data={[{ value: '', label: 'Choose' }, ...offered.map(({ id }) => id)]}
                />
              ) : (
                <ToolChoice tools={offered} chosen={tool} onChoose={({ id }) => choose(id)} />
              )}
              {tool !== undefined && (
                <>
                  <ToolFields fields={tool.fields} values={values} problem={fieldProblem} onChange={setValues} />
                  <Group>
                    <Button size="md" disabled={refusal !== undefined} onClick={() => convert(tool)}>
                      Convert
                    </Button>
                    {refusal !== undefined && (
                      <Text c="dimmed" size="sm">
                        {refusal}
                      </Text>
                    )}
                  </Group>
                </>
              )}
            </Stack>
          )}
        </Section>
      </Stack>
      <div ref={result} tabIndex={-1} style={{ outline: 'none' }}>
        {run.state === 'sending' && <Sending run={run} />}
        {refused !== null && fieldProblem === null && (
          <Alert color="red" variant="outline" role="alert" title="Conversion failed">
            <Text>
              {refused.message} {refused.isAboutPlan && <Link href="/plan">View plans</Link>}
            </Text>
            <Text size="sm" c="dimmed">
              Code: {refused.code}
            </Text>
          </Alert>
        )}
        {run.state === 'done' && <Result conversion={run.conversion} />}
      </div>
      {tool !== undefined && (
        <Section title="The same request in code">
          <CodeSample
            call={{
              apiUrl: me.api_url,
              tool: tool.id,
              files: files.length > 0 ? files.map(({ name }) => name) : exampleFiles(tool),
              fields,
              result: `result${tool.result}`,
            }}
          />
        </Section>
      )}
    </Page>
  );
}

/** Leaving the page would stop the conversion. */
function useWarningBeforeLeaving(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);
}

/** Why the API would refuse the request, before anything is sent. */
function refusalReason(tool: Tool, files: readonly File[], plan: Plan | null): string | undefined {
  if (plan === null) return 'This account has no plan. Ask your administrator for one.';
  if (files.length < tool.min_files)
    return files.length === 0
      ? `Choose ${plural(tool.min_files, 'file')} first.`
      : `This tool needs at least ${plural(tool.min_files, 'file')}.`;
  const max = tool.min_files > 1 ? plan.max_merge_files : plan.max_files;
  if (files.length > max) return `On the plan ${plan.name}, this tool accepts at most ${plural(max, 'file')}.`;
  const large = files.find((file) => file.size > plan.max_bytes);
  if (large !== undefined)
    return `${large.name} is larger than the ${size(plan.max_bytes)} that the plan ${plan.name} allows.`;
  const empty = files.find((file) => file.size === 0);
  return empty === undefined ? undefined : `${empty.name} is empty.`;
}

function noToolMessage(files: readonly File[], tools: readonly Tool[]): string {
  const known = new Set(tools.flatMap(({ accepted_exts }) => accepted_exts));
  const unknown = files.find(({ name }) => !known.has(extension(name)));
  if (unknown === undefined) return `No tool accepts these ${plural(files.length, 'file')} together.`;
  const supported = [...known].map((text) => text.slice(1).toUpperCase()).join(', ');
  return `No tool accepts ${unknown.name}. Supported file types: ${supported}.`;
}

/** The fields to send: those that are neither empty nor at their default. */
function filledFields(tool: Tool | undefined, values: Values): Record<string, string> {
  const fields = tool?.fields ?? [];
  return Object.fromEntries(
    fields.flatMap(({ name, default: defaultValue }) => {
      const value = values[name] ?? '';
      return value === '' || value === defaultValue ? [] : [[name, value]];
    }),
  );
}

const exampleFiles = (tool: Tool): string[] =>
  Array.from({ length: tool.min_files }, (_, n) => `document${n === 0 ? '' : n + 1}${tool.accepted_exts[0] ?? ''}`);

function Sending({ run: { part, call } }: { run: Extract<Run, { state: 'sending' }> }) {
  const isConverting = part >= 1;
  return (
    <Section
      title={isConverting ? 'Converting' : 'Uploading'}
      action={
        <Button variant="default" size="xs" onClick={call.cancel}>
          Cancel
        </Button>
      }
    >
      <Progress
        value={isConverting ? 100 : Math.round(part * 100)}
        animated={isConverting}
        striped={isConverting}
        size="lg"
        aria-label={isConverting ? 'Converting' : 'Upload'}
      />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {isConverting ? 'Upload complete. Converting the document…' : `${Math.round(part * 100)} % uploaded`}
      </Text>
    </Section>
  );
}

function Result({ conversion }: { conversion: Conversion }) {
  const { data: job } = useJob(conversion.job_id);
  return (
    <Section title="Result">
      <Stack>
        <Text role="status">
          <strong>{job?.name ?? 'The result'}</strong> is ready: {size(conversion.size_bytes)}, available for one hour.
        </Text>
        <Group>{job !== undefined && <ResultButtons job={job} />}</Group>
        {job !== undefined && (
          <>
            <Warnings warnings={job.warnings} />
            {job.compression !== null && <CompressionReport report={job.compression} />}
          </>
        )}
        <Preview jobId={conversion.job_id} name={job?.name ?? 'the result'} />
      </Stack>
    </Section>
  );
}
