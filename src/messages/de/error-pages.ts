// The pages of the error codes: a title, what happened (`_means`) and what to do (`_do`), in Markdown.
import type { errorPages as english } from '../en/error-pages.ts';
import type { Translated } from '../translated.ts';

export const errorPages: Translated<typeof english> = {
  not_enough_files: 'Zu wenige Dateien',
  not_enough_files_means: 'Das Werkzeug verarbeitet mehrere Dateien, die Anfrage enthält aber weniger als `min`.',
  not_enough_files_do:
    'Senden Sie jede Eingabedatei als multipart-Teil mit dem Namen `file`; wiederholen Sie den Namen für jede Datei. `merge-pdf` braucht mindestens zwei.',
  too_many_files: 'Zu viele Dateien für dieses Werkzeug',
  too_many_files_means: 'Die Anfrage enthält mehr Dateien, als das Werkzeug annimmt (`max`).',
  too_many_files_do:
    'Rufen Sie das Werkzeug einmal pro Datei auf, oder fügen Sie die Ergebnisse mit `merge-pdf` zusammen.',
  field_required: 'Ein Feld fehlt',
  field_required_means: 'Das in `field` genannte Formularfeld ist erforderlich, fehlt aber oder ist leer.',
  field_required_do:
    'Senden Sie das Feld als multipart-Teil mit diesem Namen. Wo es hilft, zeigt `example` einen gültigen Wert.',
  invalid_rotation: 'Ungültige Drehung',
  invalid_rotation_means: 'Der Wert von `rotation` ist keiner der Werte in `allowed`.',
  invalid_rotation_do: 'Senden Sie `90`, `180` oder `270`: Grad im Uhrzeigersinn.',
  invalid_quality: 'Ungültige Qualität',
  invalid_quality_means: 'Der Wert von `quality` ist keiner der Werte in `allowed`.',
  invalid_quality_do: 'Senden Sie `low`, `medium` oder `high`, oder lassen Sie das Feld weg.',
  invalid_format: 'Ungültiger Wert',
  invalid_format_means: 'Der Wert des in `field` genannten Feldes ist keiner der Werte in `allowed`.',
  invalid_format_do: 'Senden Sie einen der Werte in `allowed`, oder lassen Sie das Feld weg, wenn es optional ist.',
  invalid_value: 'Kein Wert für dieses Feld',
  invalid_value_means:
    'Der Wert des in `field` genannten Feldes ist nicht von der Art, die es nimmt; `expected` sagt in Worten, was es nimmt.',
  invalid_value_do: 'Senden Sie einen Wert dieser Art, oder lassen Sie das Feld weg.',
  invalid_page_range: 'Seiten, die das Dokument nicht hat',
  invalid_page_range_means:
    'Die Seitenauswahl ist nicht verwendbar. `cause` nennt den Grund, `range` den beanstandeten Teil: Er ist keine Seitenangabe (`syntax`), beginnt vor Seite 1 (`page_zero`), reicht über das Ende hinaus (`beyond_last_page`) oder wählt alle Seiten in ihrer Reihenfolge (`whole_document`).',
  invalid_page_range_do:
    'Schreiben Sie Seiten als `N`, `A-B`, `N-` oder `-N`, durch Kommas getrennt. `total_pages` ist die Seitenzahl des Dokuments.',
  password_too_short: 'Das Passwort ist zu kurz',
  password_too_short_means: 'Das zu setzende Passwort hat weniger als `min` Zeichen.',
  password_too_short_do: 'Wählen Sie ein längeres Passwort.',
  password_too_long: 'Das Passwort ist zu lang',
  password_too_long_means: 'Das zu setzende Passwort hat mehr als `max` Zeichen.',
  password_too_long_do: 'Wählen Sie ein kürzeres Passwort.',
  invalid_webhook_url: 'Ungültige Webhook-Adresse',
  invalid_webhook_url_means:
    'Die Adresse ist keine http- oder https-Adresse (`syntax`), ist nicht öffentlich (`refused_address`) oder gehört zu keinem eingeschalteten Webhook des Kontos (`not_a_webhook`).',
  invalid_webhook_url_do:
    'Verwenden Sie eine eigene öffentliche https-Adresse. Für `webhook_url` legen Sie zuerst mit `POST /v1/webhooks` einen Webhook mit demselben Schema, Host und Port an.',
  invalid_steps: 'Schritte, die nicht zusammenpassen',
  invalid_steps_means:
    'Das Feld `steps` einer Pipeline ist nicht verwendbar. `step` zählt ab 0, `reason` nennt den Grund.',
  invalid_steps_do:
    'Senden Sie ein bis acht Schritte wie `[{"tool":"office-to-pdf"},{"tool":"compress-pdf"}]`, in einer Reihenfolge, in der jeder Schritt annimmt, was der vorige liefert.',
  bad_request: 'Die Anfrage ist nicht lesbar',
  bad_request_means:
    'Die Anfrage ist unvollständig oder fehlerhaft. `code` nennt den Grund: ein abgebrochener Body (`malformed_multipart`), ein doppeltes (`duplicate_field`) oder zu langes Feld (`field_too_long`), ein Upload unter 1 KiB/s (`upload_too_slow`) und so weiter.',
  bad_request_do:
    'Erzeugen Sie den Body mit den Formularfunktionen Ihres HTTP-Clients statt von Hand, und senden Sie jedes Feld einmal. `field` und `max` nennen das Feld und seine Grenze.',
  missing_bearer_token: 'Kein API-Schlüssel',
  missing_bearer_token_means: 'Der Anfrage fehlt der Header `Authorization`, oder er beginnt nicht mit `Bearer`.',
  missing_bearer_token_do: 'Senden Sie mit jeder Anfrage `Authorization: Bearer` und Ihren API-Schlüssel.',
  invalid_api_key: 'Der API-Schlüssel ist ungültig',
  invalid_api_key_means: 'Den Schlüssel gibt es nicht, er wurde widerrufen, oder sein letzter Tag ist vorbei.',
  invalid_api_key_do:
    'Prüfen Sie, ob der Schlüssel vollständig ist, oder erstellen Sie im Dashboard unter *API-Schlüssel* einen neuen.',
  account_not_provisioned: 'Das Konto hat keinen Tarif',
  account_not_provisioned_means:
    'Der Schlüssel stimmt, aber sein Konto hat keinen API-Tarif, oder der Administrator hat es gesperrt (`suspended`).',
  account_not_provisioned_do:
    'Wählen Sie einen Tarif; bei einem gesperrten Konto wenden Sie sich an den Administrator des Dienstes.',
  plan_limit_files: 'Mehr Dateien, als der Tarif erlaubt',
  plan_limit_files_means: 'Der Tarif des Kontos erlaubt höchstens `max_allowed` Dateien pro Umwandlung.',
  plan_limit_files_do: 'Senden Sie weniger Dateien pro Aufruf, oder wählen Sie einen größeren Tarif.',
  credits_expired: 'Das Probeguthaben ist abgelaufen',
  credits_expired_means:
    'Die kostenlosen Umwandlungen galten bis `expired_at`; was davon übrig ist, lässt sich nicht mehr verwenden.',
  credits_expired_do: 'Wählen Sie einen bezahlten Tarif. `upgrade` nennt einen.',
  forbidden: 'Der Schlüssel darf das nicht',
  forbidden_means:
    'Der Auftrag gehört einem anderen Schlüssel, oder dem Schlüssel fehlt die Berechtigung in `scope`, oder er ist auf die Werkzeuge in `tools` beschränkt.',
  forbidden_do: 'Verwenden Sie den Schlüssel, der den Auftrag erstellt hat, oder einen mit dieser Berechtigung.',
  tool_not_found: 'Dieses Werkzeug gibt es nicht',
  tool_not_found_means: 'Der Name im Pfad `/v1/convert/{tool}` ist kein Name eines Werkzeugs.',
  tool_not_found_do: 'Rufen Sie die Liste der Werkzeuge mit `GET /v1/tools` ab.',
  file_not_found: 'Die Datei ist nicht vorhanden',
  file_not_found_means:
    'Die Kennung in `file_id` gehört weder zu einem vollständigen Upload noch zu einem Ergebnis dieses Schlüssels, oder die Datei ist abgelaufen.',
  file_not_found_do:
    'Schließen Sie zuerst den Upload ab, verwenden Sie einen Auftrag desselben Schlüssels, dessen Ergebnis noch vorhanden ist, oder senden Sie die Datei selbst.',
  webhook_not_found: 'Diesen Webhook gibt es nicht',
  webhook_not_found_means: 'Das Konto hat keinen Webhook mit dieser Kennung.',
  webhook_not_found_do: 'Rufen Sie die Liste der Webhooks mit `GET /v1/webhooks` ab.',
  delivery_not_found: 'Diese Zustellung gibt es nicht',
  delivery_not_found_means: 'Der Webhook hat keine Zustellung mit dieser Kennung, oder sie ist älter als 30 Tage.',
  delivery_not_found_do: 'Rufen Sie die Liste der Zustellungen dieses Webhooks ab.',
  job_not_found: 'Diesen Auftrag gibt es nicht',
  job_not_found_means: 'Kein Auftrag hat diese Kennung, oder sein Eintrag wurde entfernt.',
  job_not_found_do: 'Verwenden Sie die `job_id`, die die Umwandlung geliefert hat.',
  not_found: 'Diese Adresse gibt es nicht',
  not_found_means: 'Der Pfad ist kein Endpunkt der API.',
  not_found_do: 'Vergleichen Sie den Pfad und das Präfix `/v1` mit der API-Referenz.',
  misdirected_request: 'Der Dienst kennt diesen Namen nicht',
  misdirected_request_means: 'Die Anfrage ging an einen Hostnamen, den der Dienst nicht als seinen eigenen kennt.',
  misdirected_request_do:
    'Verwenden Sie die öffentliche Adresse des Dienstes. Weitere Namen fügt der Betreiber mit `PLATEN_HOSTS` hinzu.',
  method_not_allowed: 'Diese Methode ist hier nicht erlaubt',
  method_not_allowed_means: 'Den Endpunkt gibt es, aber nicht für diese HTTP-Methode.',
  method_not_allowed_do: 'Verwenden Sie eine der Methoden in `allowed`.',
  job_not_ready: 'Der Auftrag hat kein Ergebnis',
  job_not_ready_means:
    'Der Auftrag ist noch nicht fertig (`pending`) oder ohne Ergebnis beendet (`failed`, `rejected`). Bei einem asynchronen Auftrag ist `outcome` der Fehler, mit dem er endete; `progress` und `position` zeigen, wie weit er ist.',
  job_not_ready_do:
    'Solange er `pending` ist, fragen Sie nach `retry_after` Sekunden erneut, oder senden Sie `Prefer: wait=30`. Nach `failed` wandeln Sie die Datei noch einmal um; nach `rejected` muss sich die Datei ändern.',
  upload_conflict: 'Der Upload geht an anderer Stelle weiter',
  upload_conflict_means: '`Upload-Offset` stimmt nicht mit der Zahl der angekommenen Bytes (`offset`) überein.',
  upload_conflict_do: 'Fragen Sie `Upload-Offset` mit `HEAD` ab, und senden Sie die Bytes von dort an.',
  idempotency_key_reused: 'Der Idempotency-Key gehört zu einer anderen Anfrage',
  idempotency_key_reused_means:
    'In der letzten Stunde wurde derselbe `Idempotency-Key` mit einer anderen Datei, einem anderen Feld oder Werkzeug gesendet.',
  idempotency_key_reused_do: 'Verwenden Sie für jede neue Umwandlung einen neuen Schlüssel, zum Beispiel eine UUID.',
  file_expired: 'Das Ergebnis ist abgelaufen',
  file_expired_means: 'Ergebnisse werden eine Stunde aufbewahrt. Dieses wurde endgültig gelöscht.',
  file_expired_do: 'Wandeln Sie das Dokument noch einmal um.',
  job_deleted: 'Der Auftrag wurde gelöscht',
  job_deleted_means: 'Der Auftrag und seine Dateien wurden mit `DELETE /v1/job/{job_id}` oder im Dashboard gelöscht.',
  job_deleted_do: 'Wandeln Sie das Dokument noch einmal um.',
  file_too_large: 'Die Datei ist zu groß für den Tarif',
  file_too_large_means: 'Die in `file` genannte Datei ist größer, als der Tarif erlaubt (`max_bytes`).',
  file_too_large_do:
    'Senden Sie eine kleinere Datei, oder wählen Sie einen größeren Tarif. `upgrade` nennt einen passenden, falls es ihn gibt.',
  payload_too_large: 'Die Anfrage ist zu groß',
  payload_too_large_means: 'Alle Dateien und Felder zusammen sind größer als `max_bytes`.',
  payload_too_large_do: 'Senden Sie weniger oder kleinere Dateien in einer Anfrage.',
  too_many_parts: 'Die Anfrage hat zu viele Teile',
  too_many_parts_means:
    'Die Anfrage enthält mehr als `max` von dem, was `limit` nennt: Dateien, Felder oder Teile insgesamt.',
  too_many_parts_do: 'Senden Sie weniger Dateien und Felder in einer Anfrage.',
  unsupported_media_type: 'Der Body ist kein Formular',
  unsupported_media_type_means:
    'Der `Content-Type` ist nicht `multipart/form-data` mit boundary, oder der Body ist komprimiert (`Content-Encoding`).',
  unsupported_media_type_do:
    'Senden Sie die Dateien als Formular wie `curl -F` und `FormData`, und überlassen Sie den Header Ihrem HTTP-Client. Wer `Content-Type` von Hand setzt, verliert die boundary.',
  unsupported_content: 'Das Werkzeug nimmt diesen Inhalt nicht an',
  unsupported_content_means:
    'Der Inhalt der Datei hat einen anderen Typ, als das Werkzeug annimmt; `detected_type` nennt ihn. Der Dateiname spielt keine Rolle.',
  unsupported_content_do:
    'Wählen Sie das Werkzeug für diesen Typ, oder sehen Sie in `GET /v1/tools` unter `accepted_exts` nach.',
  unsupported_format: 'Das Bildformat wird nicht unterstützt',
  unsupported_format_means: 'Die Datei ist ein Bild, aber in einem Format, das das Werkzeug nicht liest (`received`).',
  unsupported_format_do: 'Wandeln Sie das Bild zuerst in PNG oder JPEG um. Für HEIC-Fotos gibt es `heic-to-pdf`.',
  range_not_satisfiable: 'Der Bereich liegt außerhalb der Datei',
  range_not_satisfiable_means: 'Der Header `Range` verlangt Bytes hinter dem Ende der Datei (`size_bytes`).',
  range_not_satisfiable_do: 'Fordern Sie Bytes innerhalb der Datei an, oder lassen Sie den Header weg.',
  empty_file: 'Die Datei ist leer',
  empty_file_means: 'Die in `file` genannte Datei hat 0 Bytes.',
  empty_file_do:
    'Prüfen Sie, ob Ihr Programm die Datei zum Lesen öffnet und ihren Inhalt sendet, nicht nur ihren Namen.',
  password_protected: 'Die Datei ist verschlüsselt',
  password_protected_means:
    'Die Datei verlangt ein Passwort, und dieses Werkzeug kann verschlüsselte Dateien dieses Typs nicht öffnen.',
  password_protected_do:
    'Entfernen Sie zuerst das Passwort: bei einem PDF mit `unlock-pdf`, sonst in dem Programm, das es gesetzt hat. Ein Buch mit Kopierschutz (DRM) lässt sich nicht umwandeln.',
  needs_password: 'Das PDF braucht ein Passwort',
  needs_password_means: 'Das in `file` genannte PDF verlangt ein Passwort, aber die Anfrage enthält keines.',
  needs_password_do: 'Senden Sie das Passwort im Feld `password`.',
  wrong_password: 'Das Passwort ist falsch',
  wrong_password_means: 'Das Passwort im Feld `password` öffnet das in `file` genannte PDF nicht.',
  wrong_password_do: 'Senden Sie das richtige Passwort. Groß- und Kleinschreibung und Leerzeichen zählen.',
  pdf_not_protected: 'Das PDF ist nicht geschützt',
  pdf_not_protected_means: 'Das PDF hat weder ein Passwort noch Einschränkungen: Es gibt nichts zu entfernen.',
  pdf_not_protected_do: 'Verwenden Sie das Dokument, wie es ist.',
  pdf_already_protected: 'Das PDF ist schon geschützt',
  pdf_already_protected_means: 'Das PDF ist bereits verschlüsselt und kann kein zweites Passwort bekommen.',
  pdf_already_protected_do: 'Entfernen Sie die Verschlüsselung mit `unlock-pdf`, und schützen Sie dann das Ergebnis.',
  pdf_scanned_needs_ocr: 'Das PDF ist ein Scan',
  pdf_scanned_needs_ocr_means: 'Die Seiten sind Bilder ohne Textebene; für ein Word-Dokument ist kein Text vorhanden.',
  pdf_scanned_needs_ocr_do:
    'Lassen Sie zuerst ein anderes Programm den Text erkennen (OCR), und senden Sie dessen Ergebnis.',
  pdf_too_many_pages: 'Das Dokument hat zu viele Seiten',
  pdf_too_many_pages_means: 'Das Dokument hat `pages` Seiten; das Werkzeug nimmt höchstens `max_pages` an.',
  pdf_too_many_pages_do: 'Zerlegen Sie das Dokument mit `extract-pages`, und wandeln Sie die Teile um.',
  too_many_pages: 'Das Dokument hat zu viele Seiten',
  too_many_pages_means: 'Das Dokument hat `pages` Seiten; das Werkzeug nimmt höchstens `max_pages` an.',
  too_many_pages_do: 'Zerlegen Sie das Dokument mit `extract-pages`, und wandeln Sie die Teile um.',
  pdf_single_page: 'Das PDF hat nur eine Seite',
  pdf_single_page_means: 'Es gibt nichts zu teilen.',
  pdf_single_page_do: 'Verwenden Sie das Dokument, wie es ist.',
  epub_blank_output: 'Das Buch wäre leer',
  epub_blank_output_means: 'Das Buch hat keinen Inhalt, der sich auf Seiten setzen lässt.',
  epub_blank_output_do: 'Prüfen Sie, ob sich das EPUB in einem Leseprogramm öffnet und dort Text zeigt.',
  epub_too_long: 'Das Buch ist zu lang',
  epub_too_long_means: 'Das Buch hat auf A4 mindestens `pages` Seiten; das Werkzeug nimmt höchstens `max_pages` an.',
  epub_too_long_do: 'Teilen Sie das Buch, und wandeln Sie die Teile um.',
  ps_blank_output: 'Die PostScript-Datei zeichnet keine Seite',
  ps_blank_output_means:
    'Das Programm lief bis zum Ende, ohne eine Seite zu zeichnen, wie es Schriften und Prozedurbibliotheken tun.',
  ps_blank_output_do: 'Senden Sie das Dokument, das die Bibliothek verwendet.',
  unsupported_characters: 'Zeichen, die keine Schrift enthält',
  unsupported_characters_means:
    'Das in `field` genannte Feld enthält Zeichen, die die eingebetteten Schriften nicht darstellen können (`characters`).',
  unsupported_characters_do: 'Entfernen oder ersetzen Sie diese Zeichen.',
  output_too_large: 'Das Ergebnis wäre zu groß',
  output_too_large_means:
    'Das Ergebnis läge über der Grenze des Werkzeugs: `max_bytes`, oder `max_pixels` auf einer Seite.',
  output_too_large_do:
    'Wandeln Sie weniger Seiten auf einmal um. Bei `pdf-to-image` ergibt `format=jpg` kleinere Bilder.',
  source_unreachable: 'Die Datei ist nicht abrufbar',
  source_unreachable_means:
    'Der Dienst kann die Datei nicht von der Adresse im genannten Feld (`field`) abrufen; `reason` nennt den Grund, `status` den HTTP-Status der Adresse.',
  source_unreachable_do:
    'Nennen Sie eine öffentliche http- oder https-Adresse, die ohne Weiterleitung mit 200 und der Datei selbst antwortet, oder senden Sie die Datei.',
  source_unreadable: 'Die Datei lässt sich nicht öffnen',
  source_unreadable_means:
    'Die Datei hat den richtigen Typ, ist aber beschädigt, abgeschnitten oder entspricht nicht ihrer Norm.',
  source_unreadable_do:
    'Öffnen Sie die Datei in dem Programm, das sie erzeugt hat, speichern Sie sie neu, und senden Sie die neue Datei.',
  rate_limited: 'Zu viele Anfragen',
  rate_limited_means:
    'Der Schlüssel oder die Adresse hat in einer Minute mehr Aufrufe gemacht als `limit`, oder das Konto hat seine Rechenzeit verbraucht, während andere warten (`engine_seconds`).',
  rate_limited_do:
    'Warten Sie die Sekunden in `Retry-After` ab. Die Header `RateLimit` zeigen vorher an, wie viel noch übrig ist.',
  quota_exceeded: 'Das Kontingent ist aufgebraucht',
  quota_exceeded_means: 'Das Konto hat alle Umwandlungen des Zeitraums verbraucht, auch das geduldete Zehntel darüber.',
  quota_exceeded_do:
    'Warten Sie bis `quota_period_end`, oder wählen Sie einen größeren Tarif. Ist `quota_period_end` null, wird der Zähler nicht zurückgesetzt: Dann hilft nur ein anderer Tarif.',
  storage_limit_reached: 'Zu viele gespeicherte Ergebnisse',
  storage_limit_reached_means:
    'Die für das Konto gespeicherten Ergebnisse und freigegebenen Kopien haben `max_bytes` erreicht.',
  storage_limit_reached_do:
    'Löschen Sie abgeholte Ergebnisse mit `DELETE /v1/job/{job_id}`, oder warten Sie `retry_after` Sekunden.',
  conversion_failed: 'Die Umwandlung ist fehlgeschlagen',
  conversion_failed_means:
    'Der Dienst konnte seine Arbeit nicht erledigen. Soweit er es beurteilen kann, liegt es nicht an der Datei.',
  conversion_failed_do:
    'Wiederholen Sie den Aufruf nach einer Sekunde, dann nach zwei, dann nach vier. Schlägt er jedes Mal fehl, nennen Sie dem Betreiber die `job_id`.',
  internal_error: 'Im Dienst ist etwas schiefgegangen',
  internal_error_means:
    'Ein unerwarteter Fehler außerhalb der Umwandlung. Einzelheiten stehen im Protokoll des Betreibers.',
  internal_error_do:
    'Versuchen Sie es später noch einmal. Mit dem Header `X-Request-Id` findet der Betreiber die Ursache.',
  server_busy: 'Der Dienst ist ausgelastet',
  server_busy_means: 'Es warten schon zu viele Umwandlungen, von diesem Konto oder insgesamt.',
  server_busy_do: 'Warten Sie die Sekunden in `Retry-After` ab, und senden Sie den Aufruf noch einmal.',
  conversion_timeout: 'Die Umwandlung hat zu lange gedauert',
  conversion_timeout_means: 'Die Umwandlung wurde nach `timeout_ms` Millisekunden abgebrochen.',
  conversion_timeout_do:
    'Senden Sie ein kleineres oder einfacheres Dokument, oder wandeln Sie es um, ohne zu warten (`Prefer: respond-async`): Dann steht mehr Zeit zur Verfügung.',
};
