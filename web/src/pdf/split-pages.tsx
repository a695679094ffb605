// split-pdf: single pages, parts of so many pages or bytes, parts that begin on clicked pages, or the clicked pages as one PDF.
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pagesInWords } from '../parts/page-words.ts';
import type { Values } from '../workbench/steps.ts';
import { Look } from './look.tsx';
import type { OpenPdf } from './open.ts';
import { PageList } from './page-list.tsx';
import { beginningsOf, kindOf, mebibyte, partOf, partsOf, splitKinds, withKind, type SplitKind } from './parts.ts';
import { PickPages } from './pick-pages.tsx';

export function SplitPages({
  pdf,
  values,
  onValues,
}: {
  pdf: OpenPdf;
  values: Values;
  onValues: (values: Values) => void;
}) {
  const { t } = useTranslation();
  const kind = kindOf(values);
  const last = pdf.pages;
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('pages.split_into')}
        value={kind}
        onChange={({ currentTarget: { value } }) => onValues(withKind(values, value as SplitKind, last))}
        data={splitKinds.map((one) => ({ value: one, label: t(`pages.split_${one}`) }))}
      />
      {kind === 'every' && (
        <TextInput
          type="number"
          min={1}
          max={Math.max(1, last)}
          label={t('fields.every')}
          value={values['every'] ?? ''}
          onChange={({ currentTarget: { value } }) => onValues({ ...values, every: value })}
        />
      )}
      {kind === 'size' && (
        <TextInput
          type="number"
          min={0.1}
          step="any"
          label={t('pages.split_megabytes')}
          description={t('pages.split_size_hint')}
          defaultValue={Number(values['max_size']) / mebibyte}
          onChange={({ currentTarget: { valueAsNumber: megabytes } }) =>
            onValues({
              ...values,
              max_size: megabytes > 0 ? String(Math.max(1, Math.round(megabytes * mebibyte))) : '',
            })
          }
        />
      )}
      {kind === 'parts' && <PartRanges values={values} onValues={onValues} />}
      {kind === 'picked' ? (
        <PickPages
          pdf={pdf}
          hint={values['ranges'] ? t('pages.split_picked_hint') : t('pages.pick_hint')}
          ranges={values['ranges'] ?? ''}
          onRanges={(ranges) => onValues({ ...values, ranges })}
        />
      ) : (
        <Parts pdf={pdf} values={values} kind={kind} onValues={onValues} />
      )}
    </Stack>
  );
}

/** The parts as text, for those that clicks do not make. */
function PartRanges({ values, onValues }: { values: Values; onValues: (values: Values) => void }) {
  const { t } = useTranslation();
  const parts = values['parts'] ?? '';
  const words = parts.split(';').map((part) => pagesInWords(part));
  return (
    <TextInput
      label={t('fields.parts')}
      description={words.every((word) => word !== undefined) ? words.join('; ') : t('pages.split_parts_example')}
      autoComplete="off"
      value={parts}
      onChange={({ currentTarget: { value } }) => onValues({ ...values, parts: value })}
    />
  );
}

function Parts({
  pdf,
  values,
  kind,
  onValues,
}: {
  pdf: OpenPdf;
  values: Values;
  kind: SplitKind;
  onValues: (values: Values) => void;
}) {
  const { t } = useTranslation();
  const last = pdf.pages;
  const numbers = Array.from({ length: last }, (_, n) => partOf(values, n + 1, last));
  const count = new Set(numbers.filter((number) => number !== undefined)).size;
  const partOfPage = (page: number) => numbers[page - 1];
  const says = kind !== 'size' && (
    <Text size="sm" c="dimmed" role="status" mb="xs">
      {t('pages.split_count', { count })} {kind === 'parts' && t('pages.split_parts_hint')}
    </Text>
  );
  if (kind !== 'parts')
    return (
      <div>
        {says}
        <Look pdf={pdf} partOf={kind === 'every' ? partOfPage : undefined} />
      </div>
    );
  const pick = (page: number) => {
    if (page === 1) return;
    const known = beginningsOf(values['parts'] ?? '', last) ?? [1];
    const others = known.filter((one) => one !== page);
    onValues({ ...values, parts: partsOf(others.length < known.length ? others : [...known, page], last) });
  };
  return (
    <div>
      {says}
      <PageList
        pdf={pdf}
        label={t('pages.split_beginnings')}
        pageLabel={(page) => {
          const [place, part] = [t('pages.page', { page, all: last }), partOfPage(page)];
          return part === undefined ? place : `${place}, ${t('pages.split_part', { part })}`;
        }}
        isPicked={(page) => partOfPage(page) !== undefined && partOfPage(page) !== partOfPage(page - 1)}
        onPick={pick}
        partOf={partOfPage}
      />
    </div>
  );
}
