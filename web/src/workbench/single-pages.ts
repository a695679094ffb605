// What is in the form of a tool, and what beside the pictures of pages: one takes the place of the other.
import type { Tool } from '../api/types.ts';
import type { Values } from './steps.ts';

const areTurned = (tool: Tool, values: Values): boolean => tool.id === 'rotate-pdf' && (values['pages'] ?? '') !== '';

/** Whether its field `password` opens PDFs; that of protect-pdf is set. */
export const opensByPassword = ({ id, fields }: Tool): boolean =>
  id !== 'protect-pdf' && fields.some(({ name }) => name === 'password');

/** What the form shows: of rotate-pdf the turn of all pages, unless single ones are turned. */
export const inForm = (tool: Tool, values: Values): Values =>
  areTurned(tool, values) ? { ...values, rotation: '' } : values;

/** The values after the form has changed. */
export function fromForm(tool: Tool, before: Values, form: Values): Values {
  if (!areTurned(tool, before)) return form;
  return form['rotation'] === '' ? { ...form, rotation: before['rotation'] ?? '' } : { ...form, pages: '' };
}
