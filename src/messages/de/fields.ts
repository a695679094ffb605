// The form fields of the tools: by their name, or by their tool and name where that says something else.
import type { fields as english } from '../en/fields.ts';
import type { Translated } from '../translated.ts';

export const fields: Translated<typeof english> = {
  choose: 'Wählen',
  show_password: 'Passwort zeigen',
  pdf_standard: 'PDF-Norm',
  pdf_standard_text: 'Eine Norm, der das Ergebnis genügen soll; wo das nicht geht, sagt eine Warnung, warum.',
  format: 'Format',
  'pdf-to-image_format_text': 'Art der Bilder.',
  'page-numbers-pdf_format_text': 'Mit der Zahl der Seiten (3 / 12) oder ohne (3).',
  'page-numbers-pdf_format_full': '3 / 12',
  'page-numbers-pdf_format_simple': '3',
  password: 'Passwort',
  password_text: 'Öffnet das PDF, wenn es nach einem Passwort fragt.',
  'protect-pdf_password_text': 'Das Passwort, das gesetzt wird, 4 bis 64 Zeichen.',
  ranges: 'Seiten',
  ranges_text:
    'Seiten, durch Kommas getrennt: N, A-B, N- (bis zur letzten) oder -N (von der ersten). Sie erscheinen in dieser Reihenfolge.',
  quality: 'Qualität',
  quality_text: 'Die Auflösung, die Bilder behalten.',
  quality_low: 'Niedrig (72 dpi)',
  quality_medium: 'Mittel (150 dpi)',
  quality_high: 'Hoch (300 dpi)',
  rotation: 'Drehung',
  rotation_text: 'Grad im Uhrzeigersinn.',
  prevent_print: 'Drucken verhindern',
  prevent_print_text: 'Verbietet das Drucken.',
  prevent_copy: 'Kopieren verhindern',
  prevent_copy_text: 'Verbietet das Kopieren von Text; Hilfsmittel zum Vorlesen dürfen ihn weiter lesen.',
  text: 'Text',
  text_text: 'Der Text, höchstens 50 Zeichen jeder Schrift.',
  position: 'Position',
  position_text: 'Wo auf der Seite.',
  'position_bottom-center': 'Unten, in der Mitte',
  'position_bottom-left': 'Unten links',
  'position_bottom-right': 'Unten rechts',
};
