// Splits a tool's values between its form and the page previews, which replace each other.
import type { Tool } from '../api/types.ts';
import type { Values } from './steps.ts';

const areTurned = (tool: Tool, values: Values): boolean => tool.id === 'rotate-pdf' && (values['pages'] ?? '') !== '';

/** The fields that are filled in by pictures alone: they are of the files that were shown. */
const ofFiles: Readonly<Record<string, readonly string[]>> = {
  'rotate-pdf': ['pages'],
  'split-pdf': ['ranges', 'parts'],
  'merge-pdf': ['pages'],
};

/** The fields that the page previews show themselves. */
export const besidePages = ({ id }: Tool): readonly string[] =>
  id === 'split-pdf' ? ['every', 'max_size', 'parts'] : [];

/** The values when `count` other files are chosen. Pages of a merge follow their files (pdf/merge-pages.tsx) as long as there are any. */
export function forOtherFiles(toolId: string, values: Values, count: number): Values {
  const fields = ofFiles[toolId];
  if (fields === undefined || (toolId === 'merge-pdf' && count > 0)) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !fields.includes(name)));
}

/** Whether its field `password` opens PDFs; that of protect-pdf is set. */
export const opensByPassword = ({ id, fields }: Tool): boolean =>
  id !== 'protect-pdf' && fields.some(({ name }) => name === 'password');

/** The values of the form: for rotate-pdf the rotation of all pages, unless single ones are rotated. */
export const inForm = (tool: Tool, values: Values): Values =>
  areTurned(tool, values) ? { ...values, rotation: '' } : values;

/** The values after the form has changed. */
export function fromForm(tool: Tool, before: Values, form: Values): Values {
  if (!areTurned(tool, before)) return form;
  return form['rotation'] === '' ? { ...form, rotation: before['rotation'] ?? '' } : { ...form, pages: '' };
}
