// Captions of figures and tables: their word and number, in the languages that have most documents.

const words =
  'figure|fig\\.|table|abbildung|abb\\.|tabelle|tab\\.|tableau|graphique|figura|tabla|cuadro|gráfico|tabela|quadro|tabella|figuur|tabel|rysunek';
const pattern = new RegExp(`^(${words})[ \\u00a0]+(\\d{1,4}(?:[.-]\\d{1,3})*)(?![\\p{L}\\p{N}])`, 'iu');

export interface CaptionLabel {
  /** As it is printed. */
  word: string;
  number: string;
  /** Both, with the text between them. */
  text: string;
}

/** The word and number that a text begins with. */
export function captionLabelOf(text: string): CaptionLabel | undefined {
  const [whole, word, number] = pattern.exec(text) ?? [];
  return whole === undefined || word === undefined || number === undefined ? undefined : { word, number, text: whole };
}

/** Whether a text has the form of a caption: a sign or nothing follows the number, or text that does not continue a sentence. */
export function isCaptionText(text: string): boolean {
  const label = captionLabelOf(text);
  return (
    label !== undefined &&
    /^(?:$|[ \u00a0]*[.:|–—-]|[ \u00a0]*\t|[ \u00a0]+[\p{Lu}\p{N}("'“«])/u.test(text.slice(label.text.length))
  );
}
