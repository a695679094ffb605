// The kinds of files that people tell apart, by extension.

const extensions = {
  pdf: '.pdf',
  document: '.docx .doc .docm .odt .rtf .pages .sxw .fodt',
  sheet: '.xlsx .xls .xlsm .ods .sxc .fods',
  slides: '.pptx .ppt .pptm .odp .sxi .fodp',
  drawing: '.odg .sxd .fodg',
  table: '.csv',
  text: '.txt .json',
  markdown: '.md .markdown',
  web: '.html .htm .xhtml',
  picture: '.png .jpg .jpeg .webp .gif',
  photo: '.heic .heif .tiff .tif',
  book: '.epub',
  script: '.ps .eps',
  archive: '.zip',
} as const;

export type FileKind = keyof typeof extensions;

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, all]) => all.split(' ').map((one) => [one, kind as FileKind] as const)),
);

const texts: readonly FileKind[] = ['text', 'table', 'markdown'];
const office: readonly FileKind[] = ['document', 'sheet', 'slides', 'drawing'];
const visible: readonly FileKind[] = ['pdf', 'picture', ...office, ...texts];

/** Whether the service draws files of this name. */
export const isOffice = (name: string): boolean => isOneOf(office, name);

/** Whether a file of this name is text that can be read as it is. */
export const isText = (name: string): boolean => isOneOf(texts, name);

/** Whether what is in a file of this name can be shown before it is converted. */
export const isVisible = (name: string): boolean => isOneOf(visible, name);

/** Whether a file of this name has sheets. */
export const hasSheets = (name: string): boolean => isOneOf(['sheet', 'table'], name);

function isOneOf(some: readonly FileKind[], name: string): boolean {
  const kind = kindOf(name);
  return kind !== undefined && some.includes(kind);
}

/** The kind of a file by its name; undefined for unknown ones. */
export const kindOf = (name: string): FileKind | undefined => kinds.get(/\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '');
