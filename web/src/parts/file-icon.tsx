// The icon of a file, by its kind.
import {
  IconBook2,
  IconCamera,
  IconFile,
  IconFileCode,
  IconFileTypeCsv,
  IconFileTypeDoc,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeTxt,
  IconFileTypeXls,
  IconFileTypeZip,
  IconMarkdown,
  IconPhoto,
  IconVector,
} from '@tabler/icons-react';
import { kindOf, type FileKind } from './file-kinds.ts';

const icons: Record<FileKind, typeof IconFile> = {
  pdf: IconFileTypePdf,
  document: IconFileTypeDoc,
  sheet: IconFileTypeXls,
  slides: IconFileTypePpt,
  drawing: IconVector,
  table: IconFileTypeCsv,
  text: IconFileTypeTxt,
  markdown: IconMarkdown,
  web: IconFileTypeHtml,
  picture: IconPhoto,
  photo: IconCamera,
  book: IconBook2,
  script: IconFileCode,
  archive: IconFileTypeZip,
};

export function FileIcon({ name }: { name: string }) {
  const kind = kindOf(name);
  const Icon = kind === undefined ? IconFile : icons[kind];
  return <Icon className="file-icon" data-kind={kind ?? 'other'} size={26} stroke={1.5} aria-hidden />;
}
