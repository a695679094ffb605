// The search: a dialog with a combobox (ARIA 1.2). The search code is loaded when it is first opened.
import type { Found } from './find.ts';
import { element, type Said } from './said.ts';

type Find = (text: string) => Found[];

export function offerSearch(words: Said): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button');
  if (button === null) return;
  let search: Search | undefined;
  const open = () => {
    search ??= new Search(words);
    search.open();
  };
  button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isShortcut = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    // A field of a dialog that has just been closed may still have the focus.
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable]') !== null &&
      event.target.closest('dialog:not([open])') === null;
    if (!isShortcut || isTyping) return;
    event.preventDefault();
    open();
  });
}

class Search {
  readonly #words: Said;
  readonly #dialog: HTMLDialogElement;
  readonly #input: HTMLInputElement;
  readonly #status: HTMLElement;
  readonly #list: HTMLUListElement;
  #find: Promise<Find> | undefined;
  #options: HTMLLIElement[] = [];
  #at = -1;

  constructor(words: Said) {
    this.#words = words;
    this.#list = element('ul', { role: 'listbox', id: 'search-list', 'aria-label': words.search_results });
    this.#input = element('input', {
      type: 'text',
      role: 'combobox',
      'aria-label': words.search_label,
      placeholder: words.search_label,
      'aria-autocomplete': 'list',
      'aria-controls': 'search-list',
      'aria-expanded': 'false',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    this.#status = element('div', { class: 'search-said', role: 'status' });
    const close = element('button', { type: 'button', class: 'search-close' }, words.close);
    const head = element('div', { class: 'search-head' }, this.#input, close);
    this.#dialog = element(
      'dialog',
      { class: 'search', 'aria-label': words.search_label },
      head,
      this.#status,
      this.#list,
    );
    document.body.append(this.#dialog);
    close.addEventListener('click', () => this.#dialog.close());
    // A click beside the dialog is one on its backdrop.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
    this.#input.addEventListener('input', () => void this.#show());
    this.#input.addEventListener('keydown', (event) => this.#key(event));
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.select();
    this.#find ??= import('./find.ts').then(({ finder }) => finder(this.#words.index));
    this.#find.catch(() => {
      this.#find = undefined;
      this.#status.textContent = this.#words.search_broken;
    });
  }

  async #show(): Promise<void> {
    const find = await this.#find?.catch(() => undefined);
    if (find === undefined) return;
    const text = this.#input.value.trim();
    const found = text === '' ? [] : find(text);
    this.#options = found.map(({ address, title, section, excerpt }, n) => {
      const head = section === '' ? [element('b', {}, title)] : [element('b', {}, section), ` · ${title}`];
      const option = element('li', { role: 'option', id: `found-${n}`, 'aria-selected': 'false' }, ...head);
      if (excerpt !== '') option.append(element('small', {}, excerpt));
      option.dataset['address'] = address;
      option.addEventListener('click', () => this.#go(option));
      option.addEventListener('pointermove', () => this.#mark(n));
      return option;
    });
    this.#list.replaceChildren(...this.#options);
    this.#input.setAttribute('aria-expanded', String(found.length > 0));
    this.#status.textContent =
      text === ''
        ? ''
        : found.length === 0
          ? this.#words.search_none
          : this.#words.search_count.replace('{{count}}', String(found.length));
    this.#mark(found.length > 0 ? 0 : -1);
  }

  #key(event: KeyboardEvent): void {
    const last = this.#options.length - 1;
    const to = { ArrowDown: this.#at >= last ? 0 : this.#at + 1, ArrowUp: this.#at <= 0 ? last : this.#at - 1 }[
      event.key
    ];
    if (to !== undefined && last >= 0) {
      event.preventDefault();
      this.#mark(to);
      this.#options[to]?.scrollIntoView({ block: 'nearest' });
    }
    const chosen = this.#options[this.#at];
    if (event.key === 'Enter' && chosen !== undefined) this.#go(chosen);
  }

  #mark(at: number): void {
    this.#at = at;
    for (const [n, option] of this.#options.entries()) option.setAttribute('aria-selected', String(n === at));
    if (at < 0) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', `found-${at}`);
  }

  #go(option: HTMLElement): void {
    this.#dialog.close();
    location.assign(option.dataset['address'] ?? '/docs');
  }
}
