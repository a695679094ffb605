// A button that copies the code below it.
import { element, type Said } from './said.ts';

/** How long the button shows the outcome of a click. */
const shownMs = 2000;

export function offerCopies(words: Said): void {
  for (const head of document.querySelectorAll<HTMLElement>('.code-head')) {
    const code = head.parentElement;
    if (code !== null && code.dataset['sample'] === undefined) head.append(copyButton(words, () => code));
  }
  for (const bar of document.querySelectorAll<HTMLElement>('.samples-bar'))
    bar.append(
      copyButton(words, () =>
        bar.parentElement?.querySelector(`[data-sample="${document.documentElement.dataset['samples'] ?? ''}"]`),
      ),
    );
}

function copyButton(words: Said, codeOf: () => Element | null | undefined): HTMLButtonElement {
  const text = element('span', { 'aria-live': 'polite' }, words.copy);
  const button = element('button', { type: 'button', class: 'copy' }, text);
  button.addEventListener('click', () => {
    const code = codeOf()?.querySelector('code')?.textContent ?? '';
    const say = (said: string) => {
      text.textContent = said;
      setTimeout(() => (text.textContent = words.copy), shownMs);
    };
    // Pages that come by http, other than from this machine, have no clipboard.
    copied(code).then(
      () => say(words.copied),
      () => say(words.copy_failed),
    );
  });
  return button;
}

async function copied(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const area = element('textarea', { readonly: '' });
  area.value = text;
  document.body.append(area);
  area.select();
  // Nothing else copies without a secure context.
  // oxlint-disable-next-line typescript/no-deprecated
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('not copied');
}
