// Die Fehler: Überschrift, Bedeutung und Rat ihrer Seite in der Dokumentation (Markdown), und was eine Seite über sie sagt.
import { forPages, type ErrorTexts } from '../error-texts.ts';

export const errorTexts: ErrorTexts = {
  not_enough_files: {
    title: 'Zu wenige Dateien',
    means: 'Das Werkzeug verarbeitet mehrere Dateien, die Anfrage enthält aber weniger als `min`.',
    fix: 'Senden Sie jede Eingabedatei als multipart-Teil mit dem Namen `file`; wiederholen Sie den Namen für jede Datei. `merge-pdf` braucht mindestens zwei.',
    message: 'Dieses Werkzeug braucht mindestens {{min, number}} Dateien. Wählen Sie weitere aus.',
  },
  too_many_files: {
    title: 'Zu viele Dateien für dieses Werkzeug',
    means: 'Die Anfrage enthält mehr Dateien, als das Werkzeug annimmt (`max`).',
    fix: 'Rufen Sie das Werkzeug einmal pro Datei auf, oder fügen Sie die Ergebnisse mit `merge-pdf` zusammen.',
    message: 'Dieses Werkzeug nimmt höchstens {{max, number}} Dateien an. Wählen Sie weniger aus.',
  },
  field_required: {
    title: 'Ein Feld fehlt',
    means: 'Das in `field` genannte Formularfeld ist erforderlich, fehlt aber oder ist leer.',
    fix: 'Senden Sie das Feld als multipart-Teil mit diesem Namen. Wo es hilft, zeigt `example` einen gültigen Wert.',
    message: 'Das Feld „{{field}}“ fehlt oder ist leer. Füllen Sie es aus.',
  },
  invalid_rotation: {
    title: 'Ungültige Drehung',
    means: 'Der Wert von `rotation` ist keiner der Werte in `allowed`.',
    fix: 'Senden Sie `90`, `180` oder `270`: Grad im Uhrzeigersinn.',
    message: 'Der Wert des Feldes „{{field}}“ ist keine Drehung. Erlaubt sind: {{allowed}}.',
  },
  invalid_quality: {
    title: 'Ungültige Qualität',
    means: 'Der Wert von `quality` ist keiner der Werte in `allowed`.',
    fix: 'Senden Sie `low`, `medium` oder `high`, oder lassen Sie das Feld weg.',
    message: 'Der Wert des Feldes „{{field}}“ ist keine Qualität. Erlaubt sind: {{allowed}}.',
  },
  invalid_format: {
    title: 'Ungültiger Wert',
    means: 'Der Wert des in `field` genannten Feldes ist keiner der Werte in `allowed`.',
    fix: 'Senden Sie einen der Werte in `allowed`, oder lassen Sie das Feld weg, wenn es optional ist.',
    message: 'Der Wert des Feldes „{{field}}“ ist nicht erlaubt. Erlaubt sind: {{allowed}}.',
  },
  invalid_value: {
    title: 'Ungültiger Wert für dieses Feld',
    means:
      'Der Wert des in `field` genannten Feldes hat nicht die richtige Form; `expected` beschreibt einen gültigen Wert.',
    fix: 'Senden Sie einen Wert wie in `expected` beschrieben, oder lassen Sie das Feld weg.',
    message: 'Der Wert des Feldes „{{field}}“ ist nicht verwendbar.',
  },
  invalid_page_range: {
    title: 'Ungültige Seitenauswahl',
    means:
      'Die Seitenauswahl ist nicht verwendbar. `cause` nennt den Grund, `range` den beanstandeten Teil: Er ist keine Seitenangabe (`syntax`), beginnt vor Seite 1 (`page_zero`), reicht über das Ende hinaus (`beyond_last_page`) oder wählt alle Seiten in ihrer Reihenfolge (`whole_document`).',
    fix: 'Schreiben Sie Seiten als `N`, `A-B`, `N-` oder `-N`, durch Kommas getrennt. `total_pages` ist die Seitenzahl des Dokuments.',
    message: '„{{range}}“ ist kein Seitenbereich. Schreiben Sie Seiten als N, A-B, N- oder -N, durch Kommas getrennt.',
    cases: {
      page_zero: 'Seitenzahlen beginnen bei 1; „{{range}}“ ist ungültig.',
      beyond_last_page:
        '„{{range}}“ geht über die letzte Seite hinaus. Das Dokument hat {{total_pages, number}} Seiten.',
      whole_document:
        '„{{range}}“ ist das ganze Dokument in seiner Reihenfolge. Lassen Sie Seiten weg oder ordnen Sie sie anders.',
    },
  },
  password_too_short: {
    title: 'Das Passwort ist zu kurz',
    means: 'Das neue Passwort hat weniger als `min` Zeichen.',
    fix: 'Wählen Sie ein längeres Passwort.',
    message: 'Das Passwort hat weniger als {{min, number}} Zeichen. Wählen Sie ein längeres.',
  },
  password_too_long: {
    title: 'Das Passwort ist zu lang',
    means: 'Das neue Passwort hat mehr als `max` Zeichen.',
    fix: 'Wählen Sie ein kürzeres Passwort.',
    message: 'Das Passwort hat mehr als {{max, number}} Zeichen. Wählen Sie ein kürzeres.',
  },
  invalid_webhook_url: {
    title: 'Ungültige Webhook-URL',
    means:
      'Die URL ist keine http- oder https-URL (`syntax`), ist nicht öffentlich (`refused_address`) oder gehört zu keinem eingeschalteten Webhook des Kontos (`not_a_webhook`).',
    fix: 'Verwenden Sie eine öffentliche https-URL, die Ihnen gehört. Für `webhook_url` legen Sie zuerst mit `POST /v1/webhooks` einen Webhook mit demselben Schema, Host und Port an.',
    message: 'Diese URL ist als Webhook nicht möglich: Verwenden Sie eine öffentliche https-URL, die Ihnen gehört.',
  },
  invalid_steps: {
    title: 'Schritte, die nicht zusammenpassen',
    means: 'Das Feld `steps` einer Pipeline ist nicht verwendbar. `step` zählt ab 0, `reason` nennt den Grund.',
    fix: 'Senden Sie ein bis acht Schritte wie `[{"tool":"office-to-pdf"},{"tool":"compress-pdf"}]`, in einer Reihenfolge, in der jeder Schritt annimmt, was der vorige liefert.',
    message: 'Die Schritte passen nicht zusammen. Prüfen Sie ihre Reihenfolge.',
  },
  bad_request: {
    title: 'Die Anfrage ist nicht lesbar',
    means:
      'Die Anfrage ist unvollständig oder fehlerhaft. `code` nennt den Grund: ein abgebrochener Body (`malformed_multipart`), ein doppeltes (`duplicate_field`) oder zu langes Feld (`field_too_long`), ein Upload unter 1 KiB/s (`upload_too_slow`) und so weiter.',
    fix: 'Erzeugen Sie den Body mit den Formularfunktionen Ihres HTTP-Clients statt von Hand, und senden Sie jedes Feld einmal. `field` und `max` nennen das Feld und seine Grenze.',
    message: 'Die Anfrage ist unvollständig angekommen. Versuchen Sie es noch einmal.',
    cases: {
      field_too_long: 'Das Feld „{{field}}“ hat mehr als {{max, number}} Zeichen.',
      upload_too_slow: 'Die Datei kam zu langsam an. Versuchen Sie es über eine bessere Verbindung noch einmal.',
    },
  },
  missing_bearer_token: {
    title: 'Kein API-Schlüssel',
    means: 'Der Anfrage fehlt der Header `Authorization`, oder er beginnt nicht mit `Bearer`.',
    fix: 'Senden Sie mit jeder Anfrage `Authorization: Bearer` und Ihren API-Schlüssel.',
    message: 'Der Anfrage fehlt der API-Schlüssel.',
  },
  invalid_api_key: {
    title: 'Der API-Schlüssel ist ungültig',
    means: 'Den Schlüssel gibt es nicht, er wurde widerrufen, oder sein letzter Tag ist vorbei.',
    fix: 'Prüfen Sie, ob der Schlüssel vollständig ist, oder erstellen Sie im Dashboard unter *API-Schlüssel* einen neuen.',
    message: 'Der API-Schlüssel ist ungültig, abgelaufen oder widerrufen.',
  },
  account_not_provisioned: {
    title: 'Das Konto hat keinen Tarif',
    means:
      'Der Schlüssel stimmt, aber sein Konto hat keinen API-Tarif, oder der Administrator hat es gesperrt (`suspended`).',
    fix: 'Wählen Sie einen Tarif; bei einem gesperrten Konto wenden Sie sich an den Administrator des Dienstes.',
    message: 'Ihr Konto hat keinen Tarif. Wählen Sie einen aus.',
    cases: {
      suspended: 'Ihr Konto ist gesperrt. Wenden Sie sich an den Administrator dieses Servers.',
    },
  },
  plan_limit_files: {
    title: 'Mehr Dateien, als der Tarif erlaubt',
    means: 'Der Tarif des Kontos erlaubt höchstens `max_allowed` Dateien pro Umwandlung.',
    fix: 'Senden Sie weniger Dateien pro Aufruf, oder wählen Sie einen größeren Tarif.',
    message:
      'Ihr Tarif erlaubt höchstens {{max_allowed, number}} Dateien in einer Umwandlung. Wählen Sie weniger aus oder einen größeren Tarif.',
  },
  credits_expired: {
    title: 'Das Probeguthaben ist abgelaufen',
    means:
      'Die kostenlosen Umwandlungen galten bis `expired_at`; was davon übrig ist, lässt sich nicht mehr verwenden.',
    fix: 'Wählen Sie einen bezahlten Tarif. `upgrade` nennt einen.',
    message: 'Das Guthaben zum Ausprobieren ist abgelaufen. Wählen Sie einen bezahlten Tarif.',
  },
  forbidden: {
    title: 'Der Schlüssel darf das nicht',
    means:
      'Der Auftrag gehört einem anderen Schlüssel, oder dem Schlüssel fehlt die Berechtigung in `scope`, oder er ist auf die Werkzeuge in `tools` beschränkt.',
    fix: 'Verwenden Sie den Schlüssel, der den Auftrag erstellt hat, oder einen mit dieser Berechtigung.',
    message: 'Der API-Schlüssel darf das nicht.',
  },
  tool_not_found: {
    title: 'Dieses Werkzeug gibt es nicht',
    means: 'Der Name im Pfad `/v1/convert/{tool}` ist kein Name eines Werkzeugs.',
    fix: 'Rufen Sie die Liste der Werkzeuge mit `GET /v1/tools` ab.',
    message: 'Dieses Werkzeug gibt es nicht. Wählen Sie ein anderes.',
  },
  file_not_found: {
    title: 'Die Datei ist nicht vorhanden',
    means:
      'Die Kennung in `file_id` gehört weder zu einem vollständigen Upload noch zu einem Ergebnis dieses Schlüssels, oder die Datei ist abgelaufen.',
    fix: 'Schließen Sie zuerst den Upload ab, verwenden Sie einen Auftrag desselben Schlüssels, dessen Ergebnis noch vorhanden ist, oder senden Sie die Datei selbst.',
    message: 'Die Datei im Feld „{{field}}“ gibt es nicht oder nicht mehr.',
  },
  webhook_not_found: {
    title: 'Diesen Webhook gibt es nicht',
    means: 'Das Konto hat keinen Webhook mit dieser Kennung.',
    fix: 'Rufen Sie die Liste der Webhooks mit `GET /v1/webhooks` ab.',
    message: 'Diesen Webhook gibt es nicht, oder er wurde entfernt.',
  },
  delivery_not_found: {
    title: 'Diese Zustellung gibt es nicht',
    means: 'Der Webhook hat keine Zustellung mit dieser Kennung, oder sie ist älter als 30 Tage.',
    fix: 'Rufen Sie die Liste der Zustellungen dieses Webhooks ab.',
    message: 'Diese Zustellung gibt es nicht; sie werden 30 Tage aufbewahrt.',
  },
  job_not_found: {
    title: 'Diesen Auftrag gibt es nicht',
    means: 'Kein Auftrag hat diese Kennung, oder sein Eintrag wurde entfernt.',
    fix: 'Verwenden Sie die `job_id`, die die Umwandlung geliefert hat.',
    message: 'Diesen Auftrag gibt es nicht, oder er wurde gelöscht.',
  },
  not_found: {
    title: 'Diesen Endpunkt gibt es nicht',
    means: 'Der Pfad ist kein Endpunkt der API.',
    fix: 'Vergleichen Sie den Pfad und das Präfix `/v1` mit der API-Referenz.',
    message: 'Diese Seite gibt es nicht.',
  },
  misdirected_request: {
    title: 'Der Dienst kennt diesen Namen nicht',
    means: 'Die Anfrage ging an einen Hostnamen, den der Dienst nicht als seinen eigenen kennt.',
    fix: 'Verwenden Sie die öffentliche Adresse des Dienstes. Weitere Namen fügt der Betreiber mit `PLATEN_HOSTS` hinzu.',
    message: 'Der Dienst ist unter diesem Hostnamen nicht erreichbar.',
  },
  method_not_allowed: {
    title: 'Diese Methode ist hier nicht erlaubt',
    means: 'Den Endpunkt gibt es, aber nicht für diese HTTP-Methode.',
    fix: 'Verwenden Sie eine der Methoden in `allowed`.',
    message: 'Diese Methode ist hier nicht erlaubt.',
  },
  job_not_ready: {
    title: 'Der Auftrag hat kein Ergebnis',
    means:
      'Der Auftrag ist noch nicht fertig (`pending`) oder ohne Ergebnis beendet (`failed`, `rejected`). Bei einem asynchronen Auftrag ist `outcome` der Fehler, mit dem er endete; `progress` und `position` zeigen, wie weit er ist.',
    fix: 'Solange er `pending` ist, fragen Sie nach `retry_after` Sekunden erneut, oder senden Sie `Prefer: wait=30`. Nach `failed` wandeln Sie die Datei noch einmal um; nach `rejected` muss sich die Datei ändern.',
    message: 'Der Auftrag hat noch kein Ergebnis.',
    cases: {
      failed: 'Der Auftrag ist fehlgeschlagen und hat kein Ergebnis. Wandeln Sie die Datei noch einmal um.',
      rejected: 'Der Auftrag wurde abgelehnt und hat kein Ergebnis.',
    },
  },
  upload_conflict: {
    title: 'Falsche Stelle im Upload',
    means: '`Upload-Offset` stimmt nicht mit der Zahl der angekommenen Bytes (`offset`) überein.',
    fix: 'Fragen Sie `Upload-Offset` mit `HEAD` ab, und senden Sie die Bytes von dort an.',
    message: 'Setzen Sie den Upload bei Byte {{offset, number}} fort.',
  },
  idempotency_key_reused: {
    title: 'Der Idempotency-Key gehört zu einer anderen Anfrage',
    means:
      'In der letzten Stunde wurde derselbe `Idempotency-Key` mit einer anderen Datei, einem anderen Feld oder Werkzeug gesendet.',
    fix: 'Verwenden Sie für jede neue Umwandlung einen neuen Schlüssel, zum Beispiel eine UUID.',
    message: 'Dieser Idempotency-Key wurde in der letzten Stunde für eine andere Anfrage verwendet.',
  },
  file_expired: {
    title: 'Das Ergebnis ist abgelaufen',
    means: 'Ergebnisse werden eine Stunde aufbewahrt. Dieses wurde endgültig gelöscht.',
    fix: 'Wandeln Sie das Dokument noch einmal um.',
    message: 'Die Datei ist abgelaufen und wurde gelöscht. Wandeln Sie das Dokument noch einmal um.',
  },
  job_deleted: {
    title: 'Der Auftrag wurde gelöscht',
    means: 'Der Auftrag und seine Dateien wurden mit `DELETE /v1/job/{job_id}` oder im Dashboard gelöscht.',
    fix: 'Wandeln Sie das Dokument noch einmal um.',
    message: 'Der Auftrag wurde gelöscht. Wandeln Sie das Dokument noch einmal um.',
  },
  file_too_large: {
    title: 'Die Datei ist zu groß für den Tarif',
    means: 'Die in `file` genannte Datei ist größer, als der Tarif erlaubt (`max_bytes`).',
    fix: 'Senden Sie eine kleinere Datei, oder wählen Sie einen größeren Tarif. `upgrade` nennt einen passenden, falls es ihn gibt.',
    message:
      'Die Datei „{{file}}“ ist größer als die {{max_size}} Ihres Tarifs. Wählen Sie eine kleinere oder einen größeren Tarif.',
  },
  payload_too_large: {
    title: 'Die Anfrage ist zu groß',
    means: 'Alle Dateien und Felder zusammen sind größer als `max_bytes`.',
    fix: 'Senden Sie weniger oder kleinere Dateien in einer Anfrage.',
    message: 'Zusammen sind die Dateien größer als {{max_size}}. Wählen Sie weniger oder kleinere aus.',
  },
  too_many_parts: {
    title: 'Die Anfrage hat zu viele Teile',
    means: 'Die Anfrage enthält mehr als `max` von dem, was `limit` nennt: Dateien, Felder oder Teile insgesamt.',
    fix: 'Senden Sie weniger Dateien und Felder in einer Anfrage.',
    message: 'Das sind mehr als {{max, number}} Teile in einer Anfrage. Senden Sie weniger.',
  },
  unsupported_media_type: {
    title: 'Der Body ist kein Formular',
    means:
      'Der `Content-Type` ist nicht `multipart/form-data` mit boundary, oder der Body ist komprimiert (`Content-Encoding`).',
    fix: 'Senden Sie die Dateien als Formular wie `curl -F` und `FormData`, und überlassen Sie den Header Ihrem HTTP-Client. Wer `Content-Type` von Hand setzt, verliert die boundary.',
    message: 'Der Body der Anfrage ist kein Formular.',
  },
  unsupported_content: {
    title: 'Das Werkzeug nimmt diesen Inhalt nicht an',
    means:
      'Der Inhalt der Datei hat einen anderen Typ, als das Werkzeug annimmt; `detected_type` nennt ihn. Der Dateiname spielt keine Rolle.',
    fix: 'Wählen Sie das Werkzeug für diesen Typ, oder sehen Sie in `GET /v1/tools` unter `accepted_exts` nach.',
    message:
      'Dieses Werkzeug nimmt keine Dateien vom Typ {{detected_type}} an („{{file}}“). Wählen Sie eine passende Datei aus.',
    cases: {
      zip_corrupt:
        '„{{file}}“ ist beschädigt oder abgeschnitten und lässt sich nicht auspacken. Speichern Sie das Dokument noch einmal.',
    },
  },
  unsupported_format: {
    title: 'Das Bildformat wird nicht unterstützt',
    means: 'Die Datei ist ein Bild, aber in einem Format, das das Werkzeug nicht liest (`received`).',
    fix: 'Wandeln Sie das Bild zuerst in PNG oder JPEG um. Für HEIC-Fotos gibt es `heic-to-pdf`.',
    message: 'Das Bildformat {{received}} wird nicht unterstützt. Wandeln Sie das Bild zuerst in PNG oder JPEG um.',
    cases: {
      heic: 'Dieses Werkzeug nimmt kein HEIC an. Dafür gibt es „iPhone-Foto zu PDF“.',
    },
  },
  range_not_satisfiable: {
    title: 'Der Bereich liegt außerhalb der Datei',
    means: 'Der Header `Range` verlangt Bytes hinter dem Ende der Datei (`size_bytes`).',
    fix: 'Fordern Sie Bytes innerhalb der Datei an, oder lassen Sie den Header weg.',
    message: 'Der angeforderte Bereich liegt außerhalb der Datei.',
  },
  empty_file: {
    title: 'Die Datei ist leer',
    means: 'Die in `file` genannte Datei hat 0 Bytes.',
    fix: 'Prüfen Sie, ob Ihr Programm die Datei zum Lesen öffnet und ihren Inhalt sendet, nicht nur ihren Namen.',
    message: 'Die Datei „{{file}}“ ist leer. Wählen Sie eine andere aus.',
  },
  password_protected: {
    title: 'Die Datei ist verschlüsselt',
    means: 'Die Datei verlangt ein Passwort, und dieses Werkzeug kann verschlüsselte Dateien dieses Typs nicht öffnen.',
    fix: 'Entfernen Sie zuerst das Passwort: bei einem PDF mit `unlock-pdf`, sonst in dem Programm, das es gesetzt hat. Ein Buch mit Kopierschutz (DRM) lässt sich nicht umwandeln.',
    message:
      'Die Datei „{{file}}“ ist verschlüsselt, und dieses Werkzeug kann sie nicht entschlüsseln. Entfernen Sie zuerst das Passwort.',
  },
  needs_password: {
    title: 'Das PDF braucht ein Passwort',
    means: 'Das in `file` genannte PDF verlangt ein Passwort, aber die Anfrage enthält keines.',
    fix: 'Senden Sie das Passwort im Feld `password`.',
    message: 'Die Datei „{{file}}“ braucht ein Passwort. Geben Sie es ein.',
  },
  wrong_password: {
    title: 'Das Passwort ist falsch',
    means: 'Das Passwort im Feld `password` öffnet das in `file` genannte PDF nicht.',
    fix: 'Senden Sie das richtige Passwort. Groß- und Kleinschreibung und Leerzeichen zählen.',
    message: 'Das Passwort öffnet die Datei „{{file}}“ nicht. Geben Sie das richtige ein.',
  },
  pdf_not_protected: {
    title: 'Das PDF ist nicht geschützt',
    means: 'Das PDF hat weder ein Passwort noch Einschränkungen: Es gibt nichts zu entfernen.',
    fix: 'Verwenden Sie das Dokument, wie es ist.',
    message: 'Das PDF hat weder Passwort noch Einschränkungen. Verwenden Sie es, wie es ist.',
  },
  pdf_already_protected: {
    title: 'Das PDF ist schon geschützt',
    means: 'Das PDF ist bereits verschlüsselt und kann kein zweites Passwort bekommen.',
    fix: 'Entfernen Sie die Verschlüsselung mit `unlock-pdf`, und schützen Sie dann das Ergebnis.',
    message: 'Das PDF ist schon verschlüsselt. Entfernen Sie zuerst das Passwort.',
  },
  pdf_scanned_needs_ocr: {
    title: 'Das PDF ist ein Scan',
    means: 'Die Seiten sind Bilder ohne Textebene; es gibt keinen Text, der sich übernehmen ließe.',
    fix: 'Lassen Sie zuerst den Text erkennen: mit `ocr-pdf` oder `ocr=auto`, wo der Dienst sie anbietet, sonst mit einem anderen OCR-Programm.',
    message: 'Das PDF ist ein Scan ohne Text. Lassen Sie zuerst eine Texterkennung darüber laufen.',
  },
  pdf_too_many_pages: {
    title: 'Das Dokument hat zu viele Seiten',
    means: 'Das Dokument hat `pages` Seiten; das Werkzeug nimmt höchstens `max_pages` an.',
    fix: 'Zerlegen Sie das Dokument mit `extract-pages`, und wandeln Sie die Teile um.',
    message:
      'Das Dokument hat {{pages, number}} Seiten; dieses Werkzeug nimmt höchstens {{max_pages, number}} an. Teilen Sie es zuerst.',
  },
  too_many_pages: {
    title: 'Das Dokument hat zu viele Seiten',
    means: 'Das Dokument hat `pages` Seiten; das Werkzeug nimmt höchstens `max_pages` an.',
    fix: 'Zerlegen Sie das Dokument mit `extract-pages`, und wandeln Sie die Teile um.',
    message:
      'Das Dokument hat {{pages, number}} Seiten; dieses Werkzeug nimmt höchstens {{max_pages, number}} an. Teilen Sie es zuerst.',
  },
  pdf_single_page: {
    title: 'Das PDF hat nur eine Seite',
    means: 'Es gibt nichts zu teilen.',
    fix: 'Verwenden Sie das Dokument, wie es ist.',
    message: 'Das PDF hat nur eine Seite; da gibt es nichts zu teilen.',
  },
  epub_blank_output: {
    title: 'Das Buch wäre leer',
    means: 'Das Buch hat keinen Inhalt, der sich auf Seiten setzen lässt.',
    fix: 'Prüfen Sie, ob sich das EPUB in einem Leseprogramm öffnet und dort Text zeigt.',
    message: 'Das Buch hat keinen druckbaren Inhalt. Prüfen Sie, ob sich das EPUB in einem Leseprogramm öffnet.',
  },
  epub_too_long: {
    title: 'Das Buch ist zu lang',
    means: 'Das Buch hat auf A4 mindestens `pages` Seiten; das Werkzeug nimmt höchstens `max_pages` an.',
    fix: 'Teilen Sie das Buch, und wandeln Sie die Teile um.',
    message:
      'Das Buch hat mindestens {{pages, number}} Seiten; dieses Werkzeug nimmt höchstens {{max_pages, number}} an. Teilen Sie das Buch.',
  },
  ps_blank_output: {
    title: 'Die PostScript-Datei zeichnet keine Seite',
    means:
      'Das Programm lief bis zum Ende, ohne eine Seite zu zeichnen, wie es Schriften und Prozedurbibliotheken tun.',
    fix: 'Senden Sie das Dokument, das die Bibliothek verwendet.',
    message:
      'Das PostScript-Programm zeichnet keine Seite. Prüfen Sie, ob die Datei ein Dokument ist und keine Schrift.',
  },
  unsupported_characters: {
    title: 'Zeichen, die keine Schrift enthält',
    means:
      'Das in `field` genannte Feld enthält Zeichen, die die eingebetteten Schriften nicht darstellen können (`characters`).',
    fix: 'Entfernen oder ersetzen Sie diese Zeichen.',
    message:
      'Das Feld „{{field}}“ enthält Zeichen, die die Schriften nicht darstellen können: {{characters}} Entfernen Sie sie.',
  },
  output_too_large: {
    title: 'Das Ergebnis wäre zu groß',
    means: 'Das Ergebnis läge über der Grenze des Werkzeugs: `max_bytes`, oder `max_pixels` auf einer Seite.',
    fix: 'Wandeln Sie weniger Seiten auf einmal um. Bei `pdf-to-image` ergibt `format=jpg` kleinere Bilder.',
    message: 'Das Ergebnis würde zu groß. Wandeln Sie weniger Seiten auf einmal um.',
  },
  source_unreachable: {
    title: 'Die Datei ist nicht abrufbar',
    means:
      'Der Dienst kann die Datei nicht von der Adresse im genannten Feld (`field`) abrufen; `reason` nennt den Grund, `status` den HTTP-Status der Adresse.',
    fix: 'Nennen Sie eine öffentliche http- oder https-Adresse, die ohne Weiterleitung mit 200 und der Datei selbst antwortet, oder senden Sie die Datei.',
    message: 'Die Datei zum Feld „{{field}}“ lässt sich nicht von ihrer URL abrufen.',
  },
  source_unreadable: {
    title: 'Die Datei lässt sich nicht öffnen',
    means: 'Die Datei hat den richtigen Typ, ist aber beschädigt, abgeschnitten oder entspricht nicht ihrer Norm.',
    fix: 'Öffnen Sie die Datei in dem Programm, das sie erstellt hat, speichern Sie sie neu, und senden Sie die neue Datei.',
    message:
      'Die Datei hat den richtigen Typ, lässt sich aber nicht öffnen: Sie ist beschädigt oder abgeschnitten. Öffnen Sie sie in dem Programm, das sie erstellt hat, und speichern Sie sie neu.',
    cases: {
      named:
        'Die Datei „{{file}}“ hat den richtigen Typ, lässt sich aber nicht öffnen: Sie ist beschädigt oder abgeschnitten. Öffnen Sie sie in dem Programm, das sie erstellt hat, und speichern Sie sie neu.',
    },
  },
  rate_limited: {
    title: 'Zu viele Anfragen',
    means:
      'Der Schlüssel oder die IP-Adresse hat im Zeitraum (meist eine Minute) mehr Anfragen gestellt als `limit`, oder das Konto hat seine Rechenzeit für Stoßzeiten verbraucht (`engine_seconds`).',
    fix: 'Warten Sie die Sekunden in `Retry-After` ab. Die `RateLimit`-Header zeigen an, wie viel noch übrig ist.',
    message: 'Zu viele Anfragen. Versuchen Sie es in {{retry_after, number}} Sekunden noch einmal.',
  },
  quota_exceeded: {
    title: 'Das Kontingent ist aufgebraucht',
    means: 'Das Konto hat alle Umwandlungen des Zeitraums verbraucht, auch die geduldeten 10 % darüber.',
    fix: 'Warten Sie bis `quota_period_end`, oder wählen Sie einen größeren Tarif. Ist `quota_period_end` null, wird der Zähler nicht zurückgesetzt: Dann hilft nur ein anderer Tarif.',
    message:
      'Die Umwandlungen dieses Zeitraums sind aufgebraucht. Warten Sie auf den nächsten oder wählen Sie einen größeren Tarif.',
  },
  storage_limit_reached: {
    title: 'Zu viele gespeicherte Ergebnisse',
    means: 'Die für das Konto gespeicherten Ergebnisse und freigegebenen Kopien haben `max_bytes` erreicht.',
    fix: 'Löschen Sie abgeholte Ergebnisse mit `DELETE /v1/job/{job_id}`, oder warten Sie `retry_after` Sekunden.',
    message:
      'Für Ihr Konto sind schon {{max_size}} Ergebnisse gespeichert, mehr geht nicht. Löschen Sie einige, oder warten Sie, bis sie ablaufen.',
  },
  conversion_failed: {
    title: 'Die Umwandlung ist fehlgeschlagen',
    means: 'Der Dienst konnte seine Arbeit nicht erledigen. Soweit er es beurteilen kann, liegt es nicht an der Datei.',
    fix: 'Versuchen Sie es noch einmal. Schlägt auch das fehl, nennen Sie dem Betreiber die `job_id`.',
    message: 'Die Umwandlung ist fehlgeschlagen und wurde nicht gezählt. Versuchen Sie es noch einmal.',
  },
  internal_error: {
    title: 'Im Dienst ist etwas schiefgegangen',
    means: 'Ein unerwarteter Fehler außerhalb der Umwandlung. Einzelheiten stehen im Protokoll des Betreibers.',
    fix: 'Versuchen Sie es später noch einmal. Mit dem Header `X-Request-Id` findet der Betreiber die Ursache.',
    message: 'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es später noch einmal.',
  },
  server_busy: {
    title: 'Der Dienst ist ausgelastet',
    means: 'Es warten schon zu viele Umwandlungen, von diesem Konto oder insgesamt.',
    fix: 'Warten Sie die Sekunden in `Retry-After` ab, und senden Sie den Aufruf noch einmal.',
    message: 'Der Server ist gerade ausgelastet. Versuchen Sie es in {{retry_after, number}} Sekunden noch einmal.',
  },
  conversion_timeout: {
    title: 'Die Umwandlung hat zu lange gedauert',
    means: 'Die Umwandlung wurde nach `timeout_ms` Millisekunden abgebrochen.',
    fix: 'Senden Sie ein kleineres oder einfacheres Dokument, oder wandeln Sie es um, ohne zu warten (`Prefer: respond-async`): Dann steht mehr Zeit zur Verfügung.',
    message:
      'Die Umwandlung hat zu lange gedauert und wurde nicht gezählt. Versuchen Sie es mit einem kleineren oder einfacheren Dokument.',
  },
};

export const errors = forPages(errorTexts, {
  client_gone:
    'Die Verbindung ist abgebrochen, bevor die Umwandlung fertig war. Sie wurde nicht gezählt. Lassen Sie die Seite offen, bis das Ergebnis da ist.',
});
