// The form fields of the tools: by their name, or by their tool and name where that says something else.
import type { fields as english } from '../en/fields.ts';
import type { Translated } from '../translated.ts';

export const fields: Translated<typeof english> = {
  choose: 'Choisir',
  show_password: 'Afficher le mot de passe',
  pdf_standard: 'Norme PDF',
  pdf_standard_text: 'Une norme que le résultat doit respecter ; si c’est impossible, un avertissement dit pourquoi.',
  format: 'Format',
  'pdf-to-image_format_text': 'Type d’image.',
  'page-numbers-pdf_format_text': 'Avec le nombre de pages (3 / 12), ou sans (3).',
  'page-numbers-pdf_format_full': '3 / 12',
  'page-numbers-pdf_format_simple': '3',
  password: 'Mot de passe',
  password_text: 'Ouvre le PDF, s’il demande un mot de passe.',
  'protect-pdf_password_text': 'Le mot de passe à définir, de 4 à 64 caractères.',
  ranges: 'Pages',
  ranges_text:
    'Pages séparées par des virgules : N, A-B, N- (jusqu’à la dernière) ou -N (depuis la première). Elles sortent dans cet ordre.',
  quality: 'Qualité',
  quality_text: 'La résolution que gardent les images.',
  quality_low: 'Basse (72 ppp)',
  quality_medium: 'Moyenne (150 ppp)',
  quality_high: 'Haute (300 ppp)',
  rotation: 'Rotation',
  rotation_text: 'Degrés dans le sens des aiguilles d’une montre.',
  prevent_print: 'Empêcher l’impression',
  prevent_print_text: 'Interdit d’imprimer.',
  prevent_copy: 'Empêcher la copie',
  prevent_copy_text: 'Interdit de copier le texte ; les outils d’accessibilité peuvent le lire.',
  text: 'Texte',
  text_text: 'Le texte, 50 caractères au plus, de toute écriture.',
  position: 'Position',
  position_text: 'Où sur la page.',
  'position_bottom-center': 'En bas, au milieu',
  'position_bottom-left': 'En bas, à gauche',
  'position_bottom-right': 'En bas, à droite',
};
