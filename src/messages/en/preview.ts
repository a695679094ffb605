// The preview of a result's pages.

export const preview = {
  page_of: 'Page {{page, number}} of {{name}}',
  position: 'Page {{page, number}} of {{all, number}}',
  first_pages_one: 'Only {{count, number}} of {{all, number}} pages can be viewed here.',
  first_pages_other: 'The first {{count, number}} of {{all, number}} pages can be viewed here.',
  previous: 'Previous page',
  next: 'Next page',
  large: 'Open large',
  none: 'No preview available.',
  start_of: 'Start of {{name}}',
} as const;
