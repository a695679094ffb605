// Numbers per day as bars.

export const charts = {
  in_days_one: '{{what}} in the last day',
  in_days_other: '{{what}} in the last {{count, number}} days',
  conversions_one: '{{count, number}} conversion',
  conversions_other: '{{count, number}} conversions',
  jobs_one: '{{count, number}} job',
  jobs_other: '{{count, number}} jobs',
  day: 'Day',
  others: 'Others',
  colours: 'Colours of the chart',
  by_outcome: 'By outcome',
  by_tool: 'By tool',
} as const;
