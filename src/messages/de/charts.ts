// Numbers per day as bars.
import type { charts as english } from '../en/charts.ts';
import type { Translated } from '../translated.ts';

export const charts: Translated<typeof english> = {
  in_days_one: '{{what}} am letzten Tag',
  in_days_other: '{{what}} in den letzten {{count, number}} Tagen',
  conversions_one: '{{count, number}} Umwandlung',
  conversions_other: '{{count, number}} Umwandlungen',
  jobs_one: '{{count, number}} Auftrag',
  jobs_other: '{{count, number}} Aufträge',
  day: 'Tag',
  others: 'Andere',
  colours: 'Farben des Diagramms',
  by_outcome: 'Nach Ergebnis',
  by_tool: 'Nach Werkzeug',
};
