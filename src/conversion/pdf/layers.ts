// Which layers of a document are off as it is opened: its default configuration, and its automatic states for viewers (ISO 32000-2, 8.11).
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';

/** Expressions within expressions. */
const maxDepth = 32;

export class Layers {
  readonly #document: PdfDocument;
  readonly #off: ReadonlySet<PdfValue>;

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#off = offAtFirst(document);
  }

  /** Whether the content of a group or a membership dictionary (the value of /OC) is hidden. */
  isHidden(membership: PdfValue | undefined): boolean {
    if (membership === undefined) return false;
    const dictionary = this.#document.dictionary(membership);
    if (this.#document.name(dictionary['/Type']) !== '/OCMD') return this.#isOff(membership);
    const expression = this.#document.get(dictionary['/VE']);
    return Array.isArray(expression) ? !this.#holds(expression, 0) : !this.#follows(dictionary);
  }

  #isOff(group: PdfValue): boolean {
    return this.#off.has(group);
  }

  /** The policy of a membership dictionary, by default that any of its groups is on. */
  #follows(dictionary: PdfDictionary): boolean {
    const groups = dictionary['/OCGs'];
    const found = this.#document.get(groups);
    const members = (Array.isArray(found) ? found : [groups]).filter(isReference);
    if (members.length === 0) return true;
    const off = members.filter((group) => this.#isOff(group)).length;
    switch (this.#document.name(dictionary['/P'])) {
      case '/AllOn':
        return off === 0;
      case '/AnyOff':
        return off > 0;
      case '/AllOff':
        return off === members.length;
      default:
        return off < members.length;
    }
  }

  /** A visibility expression. */
  #holds(expression: PdfValue, depth: number): boolean {
    const found = this.#document.get(expression);
    if (!Array.isArray(found)) return !this.#isOff(expression);
    if (depth > maxDepth) return true;
    const [operator, ...operands] = found;
    const terms = operands.map((operand) => this.#holds(operand, depth + 1));
    const name = this.#document.name(operator);
    if (name === '/Not') return terms[0] === false;
    return name === '/Or' ? terms.includes(true) : !terms.includes(false);
  }
}

function offAtFirst(document: PdfDocument): Set<PdfValue> {
  const properties = document.dictionary(document.catalog['/OCProperties']);
  const configuration = document.dictionary(properties['/D']);
  const isOffAtFirst = document.name(configuration['/BaseState']) === '/OFF';
  const off = new Set<PdfValue>(isOffAtFirst ? document.array(properties['/OCGs']) : []);
  for (const group of document.array(configuration['/ON'])) off.delete(group);
  for (const group of document.array(configuration['/OFF'])) off.add(group);
  for (const item of document.array(configuration['/AS'])) {
    const automatic = document.dictionary(item);
    const isOfViewers = document.name(automatic['/Event']) === '/View';
    const categories = document.array(automatic['/Category']).map((category) => document.name(category));
    if (!isOfViewers || !categories.includes('/View')) continue;
    for (const group of document.array(automatic['/OCGs'])) {
      const usage = document.dictionary(document.dictionary(group)['/Usage']);
      const state = document.name(document.dictionary(usage['/View'])['/ViewState']);
      if (state === '/OFF') off.add(group);
      else if (state === '/ON') off.delete(group);
    }
  }
  return off;
}
