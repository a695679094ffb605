// Guesses the tool that a misspelt or invented name means, by its letters, or by the formats in it (docx-to-pdf).
import { closest } from '#core/closest.ts';
import { formats } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';

/** Common names of formats, in addition to their extensions. */
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

/** Returns the tool that a name probably means; undefined if no tool is close. */
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

/** The extensions of page pictures, which come in an archive. */
const ofPages = [...formats.png.extensions, ...formats.jpeg.extensions];

const gives = ({ id, produces }: Tool, extension: string): boolean =>
  produces.format.extensions.includes(extension) || (id.endsWith('-to-image') && ofPages.includes(extension));
