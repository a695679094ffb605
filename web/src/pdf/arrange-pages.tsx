// merge-pdf by single pages: those of all files in one order, dragged, moved by keyboard, turned, taken out.
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconRotateClockwise, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chosen } from '../workbench/batch.ts';
import { arrangementOf, keyOf, placedBy, type Placed } from './arrangement.ts';
import { useDragWords } from '../parts/drag-words.ts';
import { useFocusAfterRemoval } from '../parts/focus-after-removal.ts';
import type { OpenPdf } from './open.ts';
import { PagePicture } from './page-picture.tsx';
import { turnedOn } from './rotations.ts';

export function ArrangePages({
  files,
  pdfs,
  pages,
  onPages,
}: {
  files: readonly Chosen[];
  /** Of each file. */
  pdfs: readonly OpenPdf[];
  pages: string;
  onPages: (pages: string) => void;
}) {
  const { t } = useTranslation();
  const sensors = useSensors(
    // A press that does not move is a click on one of the buttons.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const counts = pdfs.map((pdf) => pdf.pages);
  const placed = placedBy(pages, counts);
  const keys = placed.map(keyOf);
  const show = (next: readonly Placed[]) => onPages(arrangementOf(next, counts));
  const moved = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return;
    show(arrayMove(placed, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))));
  };
  const nameOf = (one: Placed) => t('pages.page_of_file', { page: one.page, name: files[one.file]?.name ?? '' });
  const words = useDragWords(keys, (key) => {
    const one = placed[keys.indexOf(key)];
    return one === undefined ? '' : nameOf(one);
  });
  const { list, onRemoving } = useFocusAfterRemoval<HTMLOListElement>();
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" role="status">
          {t('pages.arranged', { count: placed.length, all })}
        </Text>
        <Button size="compact-sm" variant="subtle" disabled={pages === ''} onClick={() => onPages('')}>
          {t('pages.reset')}
        </Button>
      </Group>
      <DndContext sensors={sensors} accessibility={words} collisionDetection={closestCenter} onDragEnd={moved}>
        <SortableContext items={keys} strategy={rectSortingStrategy}>
          <ol ref={list} className="page-list" aria-label={t('pages.arrange')}>
            {placed.map((one, n) => {
              const pdf = pdfs[one.file];
              return (
                pdf !== undefined && (
                  <Sheet
                    key={keyOf(one)}
                    id={keyOf(one)}
                    pdf={pdf}
                    page={one.page}
                    degrees={one.degrees}
                    name={files[one.file]?.name ?? ''}
                    isLast={placed.length === 1}
                    onTurn={() => show(placed.with(n, { ...one, degrees: turnedOn(one.degrees) }))}
                    onRemove={() => {
                      onRemoving(n);
                      show(placed.toSpliced(n, 1));
                    }}
                  />
                )
              );
            })}
          </ol>
        </SortableContext>
      </DndContext>
    </div>
  );
}

interface SheetProps {
  id: string;
  pdf: OpenPdf;
  page: number;
  degrees: number;
  name: string;
  /** The only one that is left stays. */
  isLast: boolean;
  onTurn: () => void;
  onRemove: () => void;
}

function Sheet({ id, pdf, page, degrees, name, isLast, onTurn, onRemove }: SheetProps) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const moved =
    transform === null ? undefined : `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`;
  return (
    <li ref={setNodeRef} className="page-card" style={{ transform: moved, transition }} data-dragging={isDragging}>
      <div
        ref={setActivatorNodeRef}
        className="grip"
        {...attributes}
        {...listeners}
        aria-label={t('pages.drag', { page, name })}
      >
        <PagePicture pdf={pdf} page={page} degrees={degrees} />
      </div>
      <span className="page-caption" title={name}>
        <span className="name">{name}</span> {page}
      </span>
      <span className="page-buttons">
        <ActionIcon variant="default" size="md" aria-label={t('pages.turn_one', { page, name })} onClick={onTurn}>
          <IconRotateClockwise size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('pages.remove', { page, name })}
          disabled={isLast}
          data-removes
          onClick={onRemove}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
