// The URL of the service in the samples of its pages.
import { escapeMarkup } from '#core/markup.ts';
import { exampleAddress } from '../samples/call.ts';
import { isForCallers } from './menu.ts';
import { originMark } from './page.ts';
import type { Page } from './pages.ts';

/** Answers that the tests have seen have this one. */
const seenAddress = 'https://platen.example';

/** `html` with `origin` in its samples; pages for operators are unchanged. */
export function withAddress(html: string, { file }: Pick<Page, 'file'>, origin: string): string {
  const own = escapeMarkup(origin);
  const addressed = html.replaceAll(originMark, own);
  return isForCallers(file) ? addressed.replaceAll(exampleAddress, own).replaceAll(seenAddress, own) : addressed;
}
