// The tool that a misspelt or invented name means: by its letters, or by the formats that it names (docx-to-pdf).
import { closest } from '#core/closest.ts';
import { formats } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';

/** Common names of formats, besides their extensions. */
const alsoCalled: Readonly<Record<string, string>> = {
  word: 'docx',
  excel: 'xlsx',
  powerpoint: 'pptx',
  libreoffice: 'odt',
  image: 'png',
  picture: 'png',
  postscript: 'ps',
  markdown: 'md',
  text: 'txt',
};

/** Undefined where no tool is near. */
export function toolMeant(id: string, tools: readonly Tool[]): Tool | undefined {
  const ids = tools.map((tool) => tool.id);
  return byFormats(id, tools) ?? tools.find((tool) => tool.id === closest(id, ids));
}

function byFormats(id: string, tools: readonly Tool[]): Tool | undefined {
  const [, from = '', to = ''] = /^([a-z]+)[-_ ]?(?:to|2)[-_ ]?([a-z]+)$/i.exec(id) ?? [];
  const [source, result] = [extensionOf(from), extensionOf(to)];
  return tools.find(
    (tool) => tool.accepts.some(({ extensions }) => extensions.includes(source)) && gives(tool, result),
  );
}

const extensionOf = (name: string): string => `.${alsoCalled[name.toLowerCase()] ?? name.toLowerCase()}`;

/** Pictures of pages come as an archive. */
const ofPages = [...formats.png.extensions, ...formats.jpeg.extensions];

const gives = ({ id, produces }: Tool, extension: string): boolean =>
  produces.format.extensions.includes(extension) || (id.endsWith('-to-image') && ofPages.includes(extension));
