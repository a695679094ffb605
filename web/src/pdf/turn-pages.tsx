// rotate-pdf: each page is shown as it will be; a click turns it further.
import { Button, Group, Text } from '@mantine/core';
import { IconRotateClockwise } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OpenPdf } from './open.ts';
import { PageList } from './page-list.tsx';
import { fieldsOf, turnedOn, turnsOf, type TurnFields } from './rotations.ts';

export function TurnPages({
  pdf,
  fields,
  isAlone,
  onFields,
}: {
  pdf: OpenPdf;
  fields: TurnFields;
  /** Of several files all pages are turned alike. */
  isAlone: boolean;
  onFields: (fields: TurnFields) => void;
}) {
  const { t } = useTranslation();
  const turns = turnsOf(fields, pdf.pages);
  const turn = (page: number) =>
    onFields(fieldsOf(turns.map((degrees, n) => (!isAlone || n + 1 === page ? turnedOn(degrees) : degrees))));
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed">
          {isAlone ? t('pages.turn_hint') : t('pages.turn_all_hint')}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRotateClockwise size={16} aria-hidden />}
          onClick={() => onFields(fieldsOf(turns.map(turnedOn)))}
        >
          {t('pages.turn_all')}
        </Button>
      </Group>
      <PageList
        pdf={pdf}
        label={t('pages.turn')}
        pageLabel={(page) => t('pages.page_turned', { page, all: pdf.pages, degrees: turns[page - 1] ?? 0 })}
        isPicked={(page) => turns[page - 1] !== 0}
        onPick={turn}
        degreesOf={(page) => turns[page - 1] ?? 0}
      />
    </div>
  );
}
