// The page of share links, and the dialog that makes one.
import type { shares as english } from '../en/shares.ts';
import type { Translated } from '../translated.ts';

export const shares: Translated<typeof english> = {
  title: 'Freigabelinks',
  intro: 'Wer einen Link hat, kann die Datei ohne Konto herunterladen.',
  open: 'Offene Links',
  none: 'Keine offenen Links',
  none_text: 'Öffnen Sie einen Auftrag und klicken Sie auf „Teilen“, um einen anzulegen.',
  ended: 'Beendet',
  revoke: 'Widerrufen',
  revoke_named: 'Link zu {{name}} widerrufen',
  revoke_title: 'Link zu {{name}} widerrufen?',
  revoke_text: 'Die freigegebene Kopie wird sofort gelöscht, und der Link führt ins Leere.',
  password: 'Passwort',
  downloads_one: '{{count, number}} Download',
  downloads_other: '{{count, number}} Downloads',
  left: 'noch {{time}}',
  owner: 'Widerrufen',
  job_deleted: 'Auftrag gelöscht',
  expiry: 'Abgelaufen',
  created: 'angelegt am {{date}}',
  copy_link: 'Link kopieren',
  share: '{{name}} freigeben',
  the_result: 'das Ergebnis',
  until: 'Wer diesen Link hat, kann die Datei bis {{time}} herunterladen.',
  link: 'Freigabelink',
  lasts: 'Der Link läuft ab nach',
  hours_one: '{{count, number}} Stunde',
  hours_other: '{{count, number}} Stunden',
  days_one: '{{count, number}} Tag',
  days_other: '{{count, number}} Tagen',
  own_password: 'Passwort (freiwillig)',
  password_text: 'Mindestens 4 Zeichen. Schicken Sie es getrennt vom Link.',
  keeps:
    'Der Link behält eine Kopie der Datei, auch wenn das Ergebnis selbst abläuft. Sie können ihn jederzeit widerrufen.',
  create: 'Link anlegen',
};
