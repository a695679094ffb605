// The page of plans.

export const plan = {
  title: 'Plan',
  intro: 'Every plan includes all tools. Plans differ in the number of conversions and the size of files.',
  none: 'You have no plan',
  own: 'You are on {{name}}',
  no_access: 'API keys do not work until this account has a plan. Ask your administrator for one.',
  own_machine: 'On your own machine',
  own_machine_text:
    'You can use all tools without paying. The plan sets the limits of an account; change it with a command:',
  ask: 'To change your plan, contact the administrator of this server.',
  card: 'Plan {{name}}',
  yours: 'Your plan',
  free: 'Free',
  price: '€{{euros, number}}',
  price_text: 'a month, before tax',
  free_text: 'for trying it out',
  monthly: '{{quota}} conversions a month',
  yearly: '{{quota}} conversions in 12 months',
  size: 'Files up to {{size}}',
  merge_one: 'Merges of up to {{count, number}} file',
  merge_other: 'Merges of up to {{count, number}} files',
  share_one: 'Share links for {{count, number}} day',
  share_other: 'Share links for {{count, number}} days',
  choose: 'Choose {{name}}',
} as const;
