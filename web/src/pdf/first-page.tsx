// A small picture of a chosen PDF, beside its name.
import { PagePicture } from './page-picture.tsx';
import { usePdf } from './use-pdf.ts';

export function FirstPage({ file }: { file: File }) {
  const opening = usePdf(file);
  return <span className="first-page">{opening.is === 'open' && <PagePicture pdf={opening.pdf} page={1} />}</span>;
}
