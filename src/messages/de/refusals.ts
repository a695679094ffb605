// What the dashboard refuses, by its code.
import type { refusals as english } from '../en/refusals.ts';
import type { Translated } from '../translated.ts';

export const refusals: Translated<typeof english> = {
  not_signed_in: 'Sie sind nicht angemeldet, oder Ihre Sitzung ist abgelaufen. Melden Sie sich noch einmal an.',
  not_same_origin: 'Nur die Seiten dieses Dashboards können das aufrufen.',
  not_allowed: 'Das können nur Administratoren.',
  not_found: 'Das gibt es nicht, oder es gehört einem anderen Konto.',
  not_offered: 'Dieser Server wandelt nur für Konten um. Melden Sie sich zuerst an.',
  link_ended: 'Dieser Link wurde schon benutzt oder ist älter als 15 Minuten. Fordern Sie einen neuen an.',
  not_your_link:
    'Dieser Link ist abgelaufen oder gehört einem anderen Konto. Melden Sie sich mit Ihrer jetzigen Adresse an und öffnen Sie ihn noch einmal.',
  no_room: 'Ihre freigegebenen Dateien haben die Grenze Ihres Tarifs erreicht. Widerrufen Sie zuerst einige Links.',
  sign_up_closed: 'Auf diesem Server kann man sich nicht selbst anmelden. Bitten Sie den Administrator um ein Konto.',
  address_taken: 'Ein anderes Konto benutzt diese Adresse schon.',
  job_has_no_file: 'Die Datei dieses Auftrags ist nicht mehr verfügbar und kann nicht freigegeben werden.',
  input_gone: 'Die Dateien dieses Auftrags werden nicht mehr aufbewahrt. Wählen Sie sie noch einmal aus.',
  sharing_not_in_plan: 'Ihr Tarif enthält keine Freigabelinks.',
  too_many: 'Sie haben die Grenze erreicht. Löschen Sie zuerst einige.',
  provider_away: 'Der Anmeldedienst antwortet nicht. Versuchen Sie es noch einmal, oder melden Sie sich per E-Mail an.',
  job_not_found: 'Diesen Auftrag gibt es nicht, oder er wurde gelöscht.',
  file_expired: 'Die Datei ist nicht mehr verfügbar.',
  account_suspended: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Administrator dieses Servers.',
  mail_not_sent: 'Der Mailserver hat die E-Mail nicht angenommen.',
  last_administrator:
    'Sie sind der einzige Administrator. Machen Sie zuerst ein anderes Konto zum Administrator, oder löschen Sie dieses mit ./platen account delete.',
};
