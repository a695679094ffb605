// The words around code samples.

export const code = {
  language: 'Language of the code',
  key: '<c>PLATEN_API_KEY</c> is one of your <a>API keys</a>.',
  copy: 'Copy the code',
  request: 'Request in {{language}}',
} as const;
