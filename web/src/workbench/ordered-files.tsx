// The chosen files in the order in which they are joined: dragged, or moved by keyboard or buttons.
import { useTranslation } from 'react-i18next';
import { ActionIcon, Text } from '@mantine/core';
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useDragWords } from '../parts/drag-words.ts';
import { useFocusAfterRemoval } from '../parts/focus-after-removal.ts';
import type { Chosen } from './batch.ts';
import { FileRow } from './chosen-files.tsx';

export default function OrderedFiles({
  files,
  onChange,
  Picture,
}: {
  files: readonly Chosen[];
  onChange: (files: readonly Chosen[]) => void;
  /** Shows a file beside its name. */
  Picture?: ComponentType<{ file: File }>;
}) {
  const { t } = useTranslation();
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => onChange(arrayMove([...files], from, to));
  const words = useDragWords(
    files.map(({ id }) => id),
    (key) => files.find(({ id }) => id === key)?.name ?? '',
  );
  const { list, onRemoving } = useFocusAfterRemoval<HTMLOListElement>();
  const placeOf = (id: unknown) => files.findIndex((file) => file.id === id);
  return (
    <DndContext
      sensors={sensors}
      accessibility={words}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (over !== null && over.id !== active.id) move(placeOf(active.id), placeOf(over.id));
      }}
    >
      <SortableContext items={files.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol ref={list} className="files" aria-label={t('workbench.order')}>
          {files.map((file, n) => (
            <Item
              key={file.id}
              file={file}
              picture={Picture !== undefined && <Picture file={file.file} />}
              place={n}
              last={files.length - 1}
              onMove={(to) => move(n, to)}
              onRemove={() => {
                onRemoving(n);
                onChange(files.filter((other) => other !== file));
              }}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function Item({
  file,
  picture,
  place,
  last,
  onMove,
  onRemove,
}: {
  file: Chosen;
  picture: ReactNode;
  place: number;
  last: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: file.id,
  });
  const moved = transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`;
  const arrow = (way: 'up' | 'down') => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(`workbench.move_${way}`, { name: file.name })}
      disabled={place === (way === 'up' ? 0 : last)}
      onClick={() => onMove(place + (way === 'up' ? -1 : 1))}
    >
      {way === 'up' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
    </ActionIcon>
  );
  return (
    <li ref={setNodeRef} style={{ transform: moved, transition }} data-dragging={isDragging}>
      <FileRow
        file={file}
        onRemove={onRemove}
        before={
          <>
            <ActionIcon
              ref={setActivatorNodeRef}
              variant="subtle"
              color="gray"
              size="lg"
              className="grip"
              {...attributes}
              {...listeners}
              aria-label={t('workbench.drag', { name: file.name })}
            >
              <IconGripVertical size={16} aria-hidden />
            </ActionIcon>
            <Text c="dimmed" size="sm" className="file-number">
              {place + 1}
            </Text>
            {picture}
          </>
        }
        after={
          <>
            {arrow('up')}
            {arrow('down')}
          </>
        }
      />
    </li>
  );
}
