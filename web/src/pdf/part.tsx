// The part of a split document that a page comes to.
import { useTranslation } from 'react-i18next';

/** Neighbours have other grounds. */
export const parity = (part: number | undefined): number | undefined => (part === undefined ? undefined : part % 2);

/** The name is in a style, so that the words of a picture that can be clicked are those of its label. */
export function PartOf({ part }: { part: number | undefined }) {
  const { t } = useTranslation();
  return part === undefined ? null : <span className="page-part" data-name={t('pages.split_part', { part })} />;
}
