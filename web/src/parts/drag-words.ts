// Announcements for screen readers during a drag, in the language of the page.
import type { DndContextProps, UniqueIdentifier } from '@dnd-kit/core';
import { useTranslation } from 'react-i18next';

/** `ids` are in order; `nameOf` returns the name of each. */
export function useDragWords(
  ids: readonly string[],
  nameOf: (id: string) => string,
): NonNullable<DndContextProps['accessibility']> {
  const { t } = useTranslation();
  const words = (active: UniqueIdentifier, at: UniqueIdentifier) => ({
    name: nameOf(String(active)),
    place: ids.indexOf(String(at)) + 1,
    all: ids.length,
  });
  return {
    screenReaderInstructions: { draggable: t('pages.drag_instructions') },
    announcements: {
      onDragStart: ({ active }) => t('pages.drag_start', words(active.id, active.id)),
      onDragOver: ({ active, over }) => (over === null ? undefined : t('pages.drag_over', words(active.id, over.id))),
      onDragEnd: ({ active, over }) => t('pages.drag_end', words(active.id, over?.id ?? active.id)),
      onDragCancel: ({ active }) => t('pages.drag_cancel', words(active.id, active.id)),
    },
  };
}
