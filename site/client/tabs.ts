// Samples of one call in several languages as tabs. The choice holds for all samples of all pages.
import { element, type Said } from './said.ts';

interface Tabs {
  buttons: readonly HTMLButtonElement[];
}

export function showTabs(words: Said): void {
  const all = [...document.querySelectorAll<HTMLElement>('.samples')].map((samples, n) => tabsOf(samples, n, words));
  const choose = (language: string, from?: HTMLElement) => {
    const before = from?.getBoundingClientRect().top;
    document.documentElement.dataset['samples'] = language;
    for (const { buttons } of all)
      for (const button of buttons) {
        const isChosen = button.textContent === language;
        button.setAttribute('aria-selected', String(isChosen));
        button.tabIndex = isChosen ? 0 : -1;
      }
    // Samples above have changed their height: keep the clicked tab under the pointer.
    if (from !== undefined && before !== undefined) scrollBy(0, from.getBoundingClientRect().top - before);
  };
  const chosen = document.documentElement.dataset['samples'] ?? 'TypeScript';
  for (const { buttons } of all)
    for (const [n, button] of buttons.entries()) {
      const take = (target: HTMLButtonElement) => {
        choose(target.textContent, target);
        remember(target.textContent);
      };
      button.addEventListener('click', () => take(button));
      button.addEventListener('keydown', ({ key }) => {
        const to = { ArrowRight: n + 1, ArrowLeft: n - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[key];
        const target = to === undefined ? undefined : buttons[to % buttons.length];
        if (target === undefined) return;
        target.focus();
        take(target);
      });
    }
  choose(chosen);
}

function tabsOf(samples: HTMLElement, n: number, words: Said): Tabs {
  const list = element('div', { role: 'tablist', class: 'tabs', 'aria-label': words.sample_language });
  const buttons = [...samples.querySelectorAll<HTMLElement>('[data-sample]')].map((panel) => {
    const name = panel.dataset['sample'] ?? '';
    const id = `sample-${n}-${name}`;
    panel.id = id;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `${id}-tab`);
    return element('button', { type: 'button', role: 'tab', id: `${id}-tab`, 'aria-controls': id }, name);
  });
  list.append(...buttons);
  samples.querySelector('.samples-bar')?.append(list);
  return { buttons };
}

function remember(language: string): void {
  try {
    localStorage.setItem('platen-samples', language);
  } catch {
    // It holds for this page, then.
  }
}
