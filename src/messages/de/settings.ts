// The page of settings.
import type { settings as english } from '../en/settings.ts';
import type { Translated } from '../translated.ts';

export const settings: Translated<typeof english> = {
  title: 'Einstellungen',
  email: 'E-Mail-Adresse',
  notifications: 'Sprache und Benachrichtigungen',
  appearance: 'Darstellung',
  sessions: 'Sitzungen',
  activity: 'Aktivität',
  delete_account: 'Konto löschen',
  signed_in_as: 'Sie melden sich als <b>{{email}}</b> an.',
  confirmation_sent:
    'Wenn {{email}} frei ist, haben wir einen Link zur Bestätigung dorthin gesendet. Ihre Adresse ändert sich, sobald Sie ihn öffnen.',
  new_address: 'Neue Adresse',
  change: 'Ändern',
  usage_notice: 'Benachrichtigen, wenn 80 % meiner Umwandlungen verbraucht sind',
  always:
    'Sie werden immer benachrichtigt, wenn alle Umwandlungen verbraucht sind und 30 Tage bevor eine Testzeit endet.',
  stay: 'Sie bleiben nach dem letzten Besuch sieben Tage angemeldet.',
  end_others: 'Von allen anderen Sitzungen abmelden',
  ended: 'Sie sind von allen anderen Sitzungen abgemeldet.',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'System',
  delete_text: 'Das löscht Ihre API-Schlüssel, Aufträge, Dateien, Freigabelinks und Statistiken endgültig.',
  delete_title: 'Ihr Konto löschen?',
  delete_all: 'Alles löschen',
  delete_confirm: 'Geben Sie zur Bestätigung {{email}} ein. Das lässt sich nicht rückgängig machen.',
  your_address: 'Ihre E-Mail-Adresse',
};
