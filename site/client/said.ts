// The page's data for its scripts: their texts, and the URL of the search index.

export interface Said {
  index: string;
  copy: string;
  copied: string;
  copy_failed: string;
  sample_language: string;
  close: string;
  search_label: string;
  search_results: string;
  search_count: string;
  search_none: string;
  search_broken: string;
}

export function said(): Said | null {
  const text = document.body.dataset['docs'];
  return text === undefined ? null : (JSON.parse(text) as Said);
}

/** Creates an element with attributes and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
