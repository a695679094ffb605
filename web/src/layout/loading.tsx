// Holds the place of what is still being loaded, and says so to a screen reader.
import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { texts } from '../i18n.ts';

/** The whole page, or the place of a part below the frame that is there already. */
export function Loading({ isPart = false }: { isPart?: boolean }) {
  return (
    <Center component={isPart ? 'div' : 'main'} mih={isPart ? 240 : '100vh'}>
      <div role="status" className="loading">
        <Loader />
        <VisuallyHidden component={isPart ? 'span' : 'h1'}>{texts.t('common.loading')}</VisuallyHidden>
      </div>
    </Center>
  );
}
