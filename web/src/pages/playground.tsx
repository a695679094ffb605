// Try every tool with one's own files: drop, choose, convert, look, fetch.
import { Alert, Button, CloseButton, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ApiError, upload, type Upload } from '../api/client.ts';
import { useAccount, useJob, useTools } from '../api/queries.ts';
import type { Conversion, Tool } from '../api/types.ts';
import { plural, size } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { CodeSample } from '../parts/code-sample.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { CompressionReport, Warnings } from '../parts/job-drawer.tsx';
import { Preview } from '../parts/preview.tsx';
import { Problem } from '../parts/problem.tsx';
import { ResultButtons } from '../parts/result-buttons.tsx';
import { ToolChoice } from '../parts/tool-choice.tsx';
import { ToolFields, type Values } from '../parts/tool-fields.tsx';

const extension = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';

const takes = (tool: Tool, files: readonly File[]): boolean =>
  files.length <= tool.max_files && files.every(({ name }) => tool.accepted_exts.includes(extension(name)));

/** With no file yet every tool is offered, so that its form and the code can be seen. */
const offeredFor = (tools: readonly Tool[], files: readonly File[]) => tools.filter((tool) => takes(tool, files));

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
  const [wanted, setWanted] = useState('');
  const [values, setValues] = useState<Values>({});
  const [run, setRun] = useState<Run>({ state: 'idle' });
  const result = useRef<HTMLDivElement>(null);

  const offered = offeredFor(tools.data ?? [], files);
  const tool = offered.find(({ id }) => id === wanted) ?? offered[0];
  const fields = filledFields(tool, values);

  const add = (added: File[]) => {
    setRun({ state: 'idle' });
    setFiles([...files, ...added]);
  };
  const choose = (id: string) => {
    setWanted(id);
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

  const refused = run.state === 'refused' ? run.error : null;
  const fieldProblem =
    refused?.field !== undefined && tool?.fields.some(({ name }) => name === refused.field) === true
      ? { field: refused.field, message: refused.message }
      : null;
  return (
    <Page title="Playground" intro="Conversions made here count like those of your keys.">
      <Problem error={tools.error} />
      <Section title="1. Files">
        <Stack>
          <DropZone onFiles={add} />
          <FileList files={files} onRemove={(gone) => setFiles(files.filter((file) => file !== gone))} />
        </Stack>
      </Section>
      <Section title="2. Tool">
        {tool === undefined ? (
          <Text>
            {tools.isPending
              ? 'Loading the tools.'
              : `No tool takes ${files.length === 1 ? `a file like ${files[0]?.name ?? ''}` : `these ${plural(files.length, 'file')} together`}.`}
          </Text>
        ) : (
          <Stack>
            {files.length === 0 ? (
              <NativeSelect
                label="Tool"
                description={tool.summary}
                value={tool.id}
                onChange={(event) => choose(event.currentTarget.value)}
                data={offered.map(({ id }) => id)}
              />
            ) : (
              <ToolChoice tools={offered} chosen={tool} onChoose={({ id }) => choose(id)} />
            )}
            <ToolFields
              fields={tool.fields}
              values={values}
              problem={fieldProblem}
              onChange={(changed) => setValues(changed)}
            />
            <Group>
              <Button
                size="md"
                disabled={files.length < tool.min_files || run.state === 'sending'}
                onClick={() => convert(tool)}
              >
                Convert
              </Button>
              {files.length < tool.min_files && (
                <Text c="dimmed" size="sm">
                  {files.length === 0
                    ? `Choose ${plural(tool.min_files, 'file')} first.`
                    : `This tool takes at least ${plural(tool.min_files, 'file')}.`}
                </Text>
              )}
            </Group>
          </Stack>
        )}
      </Section>
      <div ref={result} tabIndex={-1} style={{ outline: 'none' }}>
        {run.state === 'sending' && <Sending run={run} />}
        {refused !== null && fieldProblem === null && (
          <Alert color="red" variant="outline" role="alert" title="It was not converted">
            <Text>{refused.message}</Text>
            <Text size="sm" c="dimmed">
              Code: {refused.code}
            </Text>
          </Alert>
        )}
        {run.state === 'done' && <Result conversion={run.conversion} />}
      </div>
      {tool !== undefined && (
        <Section title="The same call in your code">
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

/** What is sent: no field that is empty or has its default. */
function filledFields(tool: Tool | undefined, values: Values): Record<string, string> {
  const fields = tool?.fields ?? [];
  return Object.fromEntries(
    fields.flatMap(({ name, default: usual }) => {
      const value = values[name] ?? '';
      return value === '' || value === usual ? [] : [[name, value]];
    }),
  );
}

const exampleFiles = (tool: Tool): string[] =>
  Array.from({ length: tool.min_files }, (_, n) => `document${n === 0 ? '' : n + 1}${tool.accepted_exts[0] ?? ''}`);

function FileList({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Chosen files">
      {files.map((file, n) => (
        <Group key={`${n} ${file.name}`} component="li" justify="space-between" wrap="nowrap">
          <Text className="name">
            {file.name}{' '}
            <Text component="span" c="dimmed" size="sm">
              {size(file.size)}
            </Text>
          </Text>
          <CloseButton aria-label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
        </Group>
      ))}
    </Stack>
  );
}

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
        {isConverting ? 'All of it has arrived; the document is converted.' : `${Math.round(part * 100)} % sent`}
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
          <strong>{job?.name ?? 'The result'}</strong> is ready: {size(conversion.size_bytes)}, kept for one hour.
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
