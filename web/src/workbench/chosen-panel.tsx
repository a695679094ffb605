// The selected files, their tools, and the button that starts the conversion.
import { useTranslation } from 'react-i18next';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, type Ref } from 'react';
import type { Tool } from '../api/types.ts';
import { page } from '../i18n.ts';
import { hasSheets, isVisible } from '../parts/file-kinds.ts';
import { ToolChoice } from '../parts/tool-choice.tsx';
import { actionOf } from './action.ts';
import { useBatch, type Batch, type Chosen } from './batch.ts';
import { ChosenFiles } from './chosen-files.tsx';
import {
  choicesFor,
  eachAlone,
  faultOf,
  grouped,
  groupedAlone,
  isMerging,
  isUnsupported,
  offerFor,
  problemAfter,
  problemWith,
} from './offer.ts';
import { besidePages, fromForm, inForm, opensByPassword } from './single-pages.ts';
import { stepsAfter } from './steps.ts';
import { SupportedTypes } from './supported-types.tsx';
import { ToolAlone } from './tool-alone.tsx';

/** Loaded when they are needed: many tools have no form. */
const ToolFields = lazy(() => import('../parts/tool-fields.tsx'));
const FurtherSteps = lazy(() => import('./further-steps.tsx'));
/** The PDF viewer is loaded when a PDF is selected. */
const ToolPages = page(() => import('../pdf/tool-pages.tsx'), 'pages');
const MergePages = page(() => import('../pdf/merge-pages.tsx'), 'pages');
const ChosenPreview = page(() => import('./chosen-preview.tsx'), 'pages');

export default function ChosenPanel({
  ref,
  batch,
  tools,
  fixed,
  isChaining,
}: {
  ref: Ref<HTMLDivElement>;
  batch: Batch;
  tools: readonly Tool[];
  /** The only tool of the page. */
  fixed: Tool | undefined;
  /** Whether further tools can use a result. */
  isChaining: boolean;
}) {
  const { t } = useTranslation();
  const state = useBatch(batch);
  const { files, values, problem } = state;
  const { limits } = batch.backend;
  const offer = offerFor(tools, state, fixed);
  const { isMixed, tool } = offer;
  const fault = (file: Chosen) => faultOf(file, { tool, tools, limits });
  const usable = files.filter((file) => fault(file) === undefined);
  const leftOut = files.filter((file) => fault(file) !== undefined);
  const further = isChaining ? stepsAfter(state, tool) : [];
  const refusal = tool === undefined ? undefined : (problemWith(tool, usable, values, limits) ?? problemAfter(further));
  const groups =
    tool !== undefined ? grouped(usable, { tool, values }, further) : isMixed ? groupedAlone(tools, usable) : [];
  const convert = () => {
    if (tool !== undefined) batch.choose(tool.id);
    batch.convert(groups);
  };
  const choices = fixed === undefined ? choicesFor(tools, offer, usable) : [];
  const merges = tool !== undefined && isMerging(tool);
  const arePdfs = usable.length > 0 && usable.every(isPdf);
  // The page previews prompt for a password.
  const form = tool === undefined || usable.some(({ name }) => hasSheets(name)) ? tool : withoutField(tool, 'sheets');
  const isSeen = arePdfs || usable.some(({ name }) => isVisible(name));
  const isAskedBeside = arePdfs && !merges && tool !== undefined && opensByPassword(tool);
  const beside = tool === undefined || !arePdfs ? [] : [...besidePages(tool), ...(isAskedBeside ? ['password'] : [])];
  const refused = problem?.step === 0 ? problem : null;
  const isShown =
    refused === null ||
    (refused.field === 'password' && isAskedBeside) ||
    (!beside.includes(refused.field) && hasInput(tool, refused.field));
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) asked.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  const plainList = (
    <ChosenFiles files={usable} label={t('workbench.files')} onChange={(kept) => batch.setFiles([...kept, ...leftOut])}>
      {isMixed && tool === undefined
        ? (file) => <ToolAlone tools={tools} file={file} onChoose={(id) => batch.chooseFor(file.id, id)} />
        : undefined}
    </ChosenFiles>
  );
  return (
    <Stack className="panel" ref={ref} tabIndex={-1}>
      {usable.length > 0 && !merges && plainList}
      {leftOut.length > 0 && (
        <ChosenFiles
          files={leftOut}
          label={t('workbench.left_out')}
          faultOf={fault}
          onChange={(kept) => batch.setFiles([...usable, ...kept])}
        />
      )}
      {leftOut.some((file) => isUnsupported(tools, file)) && <SupportedTypes tools={tools} />}
      {choices.length > 0 && (
        <ToolChoice
          label={t('workbench.choose_tool')}
          choices={choices}
          isShort={isMixed}
          chosen={tool?.id ?? (isMixed ? eachAlone : undefined)}
          onChoose={(id) => batch.choose(id)}
        />
      )}
      {/* Beside one another where there is room, so that the button does not move away from under a click when pages come. */}
      <div className="work" data-sides={isSeen && (tool !== undefined || isMixed)} ref={asked}>
        {arePdfs && (
          <Suspense fallback={merges ? plainList : <Skeleton height={150} />}>
            {merges ? (
              <MergePages
                files={usable}
                pages={values['pages'] ?? ''}
                onFiles={(ordered) => batch.setFiles([...ordered, ...leftOut])}
                onPages={(pages) => batch.setValues({ ...batch.snapshot().values, pages })}
              />
            ) : (
              <ToolPages
                tool={tool}
                files={usable}
                values={values}
                refusal={isAskedBeside && refused?.field === 'password' ? refused.message : undefined}
                onValues={(changed) => batch.setValues(changed)}
              />
            )}
          </Suspense>
        )}
        {!arePdfs && isSeen && (
          <Suspense fallback={<Skeleton height={150} />}>
            <ChosenPreview files={usable} officeUrl={batch.backend.chosenPreviewUrl} />
          </Suspense>
        )}
        {/* Together, for the same reason. */}
        <Suspense>
          <Stack className="work-form">
            {tool !== undefined && form !== undefined && form.fields.length > 0 && (
              <ToolFields
                tool={form}
                without={beside}
                values={inForm(tool, values)}
                problem={refused}
                onChange={(changed) => batch.setValues(fromForm(tool, values, changed))}
              />
            )}
            {isChaining && tool !== undefined && (
              <FurtherSteps
                tools={tools}
                first={tool}
                further={further}
                problem={problem}
                onChange={(changed) => batch.setSteps(tool.id, changed)}
              />
            )}
            {!isShown && (
              <Text size="sm" className="bad" role="alert">
                {refused?.message}
              </Text>
            )}
            {(groups.length > 0 || tool !== undefined) && (
              <Group>
                <Button size="md" disabled={refusal !== undefined} onClick={convert}>
                  {actionOf(further.length > 0 ? undefined : tool, groups.length)}
                </Button>
                {refusal !== undefined && (
                  <Text c="dimmed" size="sm">
                    {refusal}
                  </Text>
                )}
              </Group>
            )}
          </Stack>
        </Suspense>
      </div>
    </Stack>
  );
}

const withoutField = (tool: Tool, field: string): Tool => ({
  ...tool,
  fields: tool.fields.filter(({ name }) => name !== field),
});

/** Whether the form of a tool shows this field. */
const hasInput = (tool: Tool | undefined, field: string): boolean =>
  tool?.fields.some(({ name, extension }) => name === field && !extension) === true;

const isPdf = ({ name }: Chosen): boolean => /\.pdf$/i.test(name);
