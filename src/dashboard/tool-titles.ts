// The names of the tools' pages: the one place for their addresses and icons.
import { extensionsOf, formats, type Format } from '#core/formats.ts';
import { tools as texts } from '#messages/en/tools.ts';
import type { Tool } from '#conversion/tools/tool.ts';

export type ToolIcon =
  | 'word'
  | 'sheet'
  | 'slides'
  | 'office'
  | 'image'
  | 'photo'
  | 'book'
  | 'script'
  | 'merge'
  | 'split'
  | 'pages'
  | 'smaller'
  | 'rotate'
  | 'lock'
  | 'unlock'
  | 'watermark'
  | 'numbers'
  | 'scan';

export const toolGroups = ['to-pdf', 'from-pdf', 'pages', 'finish'] as const;
export type ToolGroup = (typeof toolGroups)[number];

interface ToolTitle {
  icon: ToolIcon;
  group: ToolGroup;
  /** The addresses below /tools/; their titles and descriptions are in the texts (src/messages). */
  pages: readonly {
    address: string;
    icon?: ToolIcon;
    /** The formats that a page is about, the most common first; by default all of its tool. */
    formats?: readonly Format[];
  }[];
}

const one = (address: string, icon: ToolIcon, group: ToolGroup): ToolTitle => ({ icon, group, pages: [{ address }] });

const english: Readonly<Record<string, string>> = texts;

/** By the identifier of the tool. */
const titles: Readonly<Record<string, ToolTitle>> = {
  'office-to-pdf': {
    icon: 'office',
    group: 'to-pdf',
    pages: [
      {
        address: 'word-to-pdf',
        icon: 'word',
        formats: [
          formats.docx,
          formats.doc,
          formats.docm,
          formats.odt,
          formats.rtf,
          formats.txt,
          formats.pages,
          formats.sxw,
          formats.fodt,
        ],
      },
      {
        address: 'excel-to-pdf',
        icon: 'sheet',
        formats: [formats.xlsx, formats.xls, formats.xlsm, formats.ods, formats.csv, formats.sxc, formats.fods],
      },
      {
        address: 'powerpoint-to-pdf',
        icon: 'slides',
        formats: [formats.pptx, formats.ppt, formats.pptm, formats.odp, formats.sxi, formats.fodp],
      },
    ],
  },
  'image-to-pdf': one('image-to-pdf', 'image', 'to-pdf'),
  'heic-to-pdf': one('heic-to-pdf', 'photo', 'to-pdf'),
  'epub-to-pdf': one('epub-to-pdf', 'book', 'to-pdf'),
  'ps-to-pdf': one('postscript-to-pdf', 'script', 'to-pdf'),
  'html-to-pdf': one('html-to-pdf', 'pages', 'to-pdf'),
  'markdown-to-pdf': one('markdown-to-pdf', 'script', 'to-pdf'),
  'pdf-to-word': one('pdf-to-word', 'word', 'from-pdf'),
  'pdf-to-image': one('pdf-to-image', 'image', 'from-pdf'),
  'pdf-to-excel': one('pdf-to-excel', 'sheet', 'from-pdf'),
  'pdf-to-markdown': one('pdf-to-markdown', 'script', 'from-pdf'),
  'office-to-markdown': one('office-to-markdown', 'office', 'from-pdf'),
  'heic-to-jpg': one('heic-to-jpg', 'photo', 'from-pdf'),
  'merge-pdf': one('merge-pdf', 'merge', 'pages'),
  'split-pdf': one('split-pdf', 'split', 'pages'),
  'extract-pages': one('extract-pages', 'pages', 'pages'),
  'rotate-pdf': one('rotate-pdf', 'rotate', 'pages'),
  'ocr-pdf': one('ocr-pdf', 'scan', 'finish'),
  'compress-pdf': one('compress-pdf', 'smaller', 'finish'),
  'protect-pdf': one('protect-pdf', 'lock', 'finish'),
  'unlock-pdf': one('unlock-pdf', 'unlock', 'finish'),
  'watermark-pdf': one('watermark-pdf', 'watermark', 'finish'),
  'page-numbers-pdf': one('page-numbers-pdf', 'numbers', 'finish'),
};

/** The name and icon of a tool; one without a title has its identifier. */
export const titleOf = ({ id }: Pick<Tool, 'id'>): { name: string; icon: ToolIcon } => {
  const { icon, pages } = titles[id] ?? { icon: 'office' as const, pages: [] };
  return { name: english[id] ?? english[pages[0]?.address ?? ''] ?? id, icon };
};

export interface ToolPage {
  address: string;
  tool: string;
  name: string;
  says: string;
  icon: ToolIcon;
  group: ToolGroup;
  /** The extensions of the files that the page is about. */
  accepted_exts: string[];
}

/** The pages of all tools, in the order of the groups. */
export const toolPages = (tools: readonly Pick<Tool, 'id' | 'accepts'>[]): ToolPage[] =>
  Object.entries(titles).flatMap(([id, { group, icon, pages }]) => {
    const tool = tools.find((one) => one.id === id);
    if (tool === undefined) return [];
    return pages.map(({ address, icon: own = icon, formats: about = tool.accepts }) => ({
      address,
      tool: id,
      name: english[address] ?? address,
      says: english[`${address}_says`] ?? '',
      icon: own,
      group,
      accepted_exts: extensionsOf(about),
    }));
  });
