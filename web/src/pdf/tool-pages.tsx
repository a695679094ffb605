// Previews of the selected PDFs with the effect of a tool on their pages, which can be clicked instead of typed.
import { NativeSelect, Stack } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Tool, ToolField } from '../api/types.ts';
import { selectsPages } from '../parts/field-kinds.ts';
import type { Chosen } from '../workbench/batch.ts';
import { opensByPassword } from '../workbench/single-pages.ts';
import type { Values } from '../workbench/steps.ts';
import { Look } from './look.tsx';
import { numberFields, watermarkFields } from './mark-values.ts';
import { NumberMark, WatermarkMark } from './marks.tsx';
import type { OpenPdf, PageSize } from './open.ts';
import { Opened } from './opened.tsx';
import { PickPages } from './pick-pages.tsx';
import { pagesOf } from './selection.ts';
import { SplitPages } from './split-pages.tsx';
import { TurnPages } from './turn-pages.tsx';

interface Shown {
  pdf: OpenPdf;
  fields: readonly ToolField[];
  values: Values;
  isAlone: boolean;
  t: TFunction;
  onValues: (values: Values) => void;
}

/** The view of each tool; all others show the pages as they are. */
const views: Record<string, (shown: Shown) => ReactNode> = {
  'extract-pages': ({ pdf, values, onValues, t }) => (
    <PickPages
      pdf={pdf}
      hint={t('pages.pick_hint')}
      ranges={values['ranges'] ?? ''}
      onRanges={(ranges) => onValues({ ...values, ranges })}
    />
  ),
  'split-pdf': ({ pdf, fields, values, onValues, t }) =>
    has(fields, 'parts') ? (
      <SplitPages pdf={pdf} values={values} onValues={onValues} />
    ) : (
      <PickPages
        pdf={pdf}
        hint={values['ranges'] ? t('pages.split_picked_hint') : t('pages.split_hint')}
        ranges={values['ranges'] ?? ''}
        onRanges={(ranges) => onValues({ ...values, ranges })}
      />
    ),
  'rotate-pdf': ({ pdf, values, isAlone, onValues }) => (
    <TurnPages
      pdf={pdf}
      isAlone={isAlone}
      fields={{ rotation: values['rotation'] ?? '', pages: values['pages'] ?? '' }}
      onFields={(fields) => onValues({ ...values, ...fields })}
    />
  ),
  'watermark-pdf': ({ pdf, fields, values, onValues, t }) => {
    const look = watermarkFields(values);
    const mark = () => (size: PageSize) => <WatermarkMark fields={look} size={size} />;
    if (!has(fields, 'pages') || pdf.pages === 1) return <Look pdf={pdf} isLarge mark={mark} />;
    const [first = 1] = pagesOf(values['pages'] ?? '', pdf.pages) ?? [];
    return (
      <Stack gap="xs">
        <Look key={first} pdf={pdf} only={first} mark={mark} />
        <PickPages
          pdf={pdf}
          label={t('pages.pick_marked')}
          hint={t('pages.pick_some_hint')}
          ranges={values['pages'] ?? ''}
          isAllIfNone
          onRanges={(pages) => onValues({ ...values, pages })}
        />
      </Stack>
    );
  },
  'page-numbers-pdf': ({ pdf, fields, values }) => {
    const numbers = numberFields(fields, values);
    const mark = (page: number) => (size: PageSize) => (
      <NumberMark page={page} pages={pdf.pages} fields={numbers} size={size} />
    );
    return <Look pdf={pdf} isLarge mark={mark} />;
  },
  'protect-pdf': ({ pdf, values }) => <Look pdf={pdf} sign={<Sign isLocked={(values['password'] ?? '') !== ''} />} />,
  'unlock-pdf': ({ pdf }) => <Look pdf={pdf} sign={<Sign isLocked={false} />} />,
};

const has = (fields: readonly ToolField[], name: string): boolean => fields.some((field) => field.name === name);

/** Of tools without a view: pages are picked where they have a field for them. */
const plainView = ({ pdf, fields, values, onValues, t }: Shown) =>
  fields.some((field) => field.name === 'pages' && selectsPages(field)) ? (
    <PickPages
      pdf={pdf}
      label={t('pages.pick_converted')}
      hint={t('pages.pick_some_hint')}
      ranges={values['pages'] ?? ''}
      isAllIfNone
      onRanges={(pages) => onValues({ ...values, pages })}
    />
  ) : (
    <Look pdf={pdf} />
  );

export default function ToolPages({
  tool,
  files,
  values,
  refusal,
  onValues,
}: {
  /** Undefined until one is chosen. */
  tool: Tool | undefined;
  files: readonly Chosen[];
  values: Values;
  /** The service's error about the password. */
  refusal: string | undefined;
  onValues: (values: Values) => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const shown = files.find(({ id }) => id === chosen) ?? files[0];
  if (shown === undefined) return null;
  const fields = tool?.fields ?? [];
  const view = views[tool?.id ?? ''] ?? plainView;
  const takesPassword = tool !== undefined && opensByPassword(tool);
  return (
    <Stack gap="xs">
      {files.length > 1 && (
        <NativeSelect
          label={t('pages.shown')}
          description={fields.length > 0 ? t('pages.same_for_all') : undefined}
          value={shown.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={files.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Opened
        key={shown.id}
        file={shown.file}
        password={takesPassword ? (values['password'] ?? '') : ''}
        refusal={refusal}
        locked={t(tool === undefined ? 'pages.locked_yet' : 'pages.locked', { name: shown.name })}
        onPassword={takesPassword ? (password) => onValues({ ...values, password }) : undefined}
      >
        {(pdf) => view({ pdf, fields, values, isAlone: files.length === 1, t, onValues })}
      </Opened>
    </Stack>
  );
}

function Sign({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation();
  const Icon = isLocked ? IconLock : IconLockOpen;
  return (
    <span
      className="page-sign"
      data-locked={isLocked}
      role="img"
      aria-label={isLocked ? t('pages.will_lock') : t('pages.will_open')}
    >
      <Icon size={26} aria-hidden />
    </span>
  );
}
