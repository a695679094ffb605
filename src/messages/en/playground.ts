// The playground.

export const playground = {
  title: 'Playground',
  intro: 'Conversions in the playground count towards your quota.',
  code: 'The same request in code',
  tool: 'Tool',
  choose: 'Choose',
  named: '{{name}} ({{id}})',
  share: 'Share {{name}}',
} as const;
