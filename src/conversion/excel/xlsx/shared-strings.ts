// The texts of a workbook, each once (ECMA-376, part 1, 18.4).
import { escapeMarkup } from '#core/markup.ts';
import { declaration, main } from './xml.ts';

export class SharedStrings {
  readonly #numbers = new Map<string, number>();
  #uses = 0;

  of(text: string): number {
    this.#uses += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  *xml(): Generator<string> {
    yield `${declaration}<sst ${main} count="${this.#uses}" uniqueCount="${this.#numbers.size}">`;
    for (const text of this.#numbers.keys()) yield `<si><t xml:space="preserve">${stringXml(text)}</t></si>`;
    yield '</sst>';
  }
}

/** Text that reads as the escape of a letter is escaped (22.9.2.19). */
const stringXml = (text: string): string => escapeMarkup(text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'));
