// A placeholder while content loads, announced to screen readers.
import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { texts } from '../i18n.ts';

/** For the whole page, or for a part of it. */
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
