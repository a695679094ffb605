// The adaptive binary arithmetic encoder of JBIG2 and JPEG 2000 (ITU-T T.88, annex E; the encoder's flow charts: T.800, annex C.2).

// Table E.1: probability of the less probable symbol, the next state after it and after the more probable one, exchange of their meanings.
// prettier-ignore
const rows: readonly (readonly [number, number, number, number])[] = [
  [0x5601, 1, 1, 1], [0x3401, 2, 6, 0], [0x1801, 3, 9, 0], [0x0ac1, 4, 12, 0], [0x0521, 5, 29, 0], [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1], [0x5401, 8, 14, 0], [0x4801, 9, 14, 0], [0x3801, 10, 14, 0], [0x3001, 11, 17, 0], [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0], [0x1601, 29, 21, 0], [0x5601, 15, 14, 1], [0x5401, 16, 14, 0], [0x5101, 17, 15, 0], [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0], [0x3401, 20, 18, 0], [0x3001, 21, 19, 0], [0x2801, 22, 19, 0], [0x2401, 23, 20, 0], [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0], [0x1801, 26, 23, 0], [0x1601, 27, 24, 0], [0x1401, 28, 25, 0], [0x1201, 29, 26, 0], [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0], [0x09c1, 32, 29, 0], [0x08a1, 33, 30, 0], [0x0521, 34, 31, 0], [0x0441, 35, 32, 0], [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0], [0x0141, 38, 35, 0], [0x0111, 39, 36, 0], [0x0085, 40, 37, 0], [0x0049, 41, 38, 0], [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0], [0x0009, 44, 41, 0], [0x0005, 45, 42, 0], [0x0001, 45, 43, 0], [0x5601, 46, 46, 0],
];
const probability = Uint16Array.from(rows, ([qe]) => qe);
const afterMore = Uint8Array.from(rows, ([, next]) => next);
const afterLess = Uint8Array.from(rows, ([, , next]) => next);
const exchanges = Uint8Array.from(rows, ([, , , exchange]) => exchange);

export class ArithmeticEncoder {
  readonly #states: Uint8Array;
  readonly #likely: Uint8Array;
  #interval = 0x8000;
  #code = 0;
  #count = 12;
  /** The byte before the first one is a placeholder. */
  #bytes = Buffer.alloc(1 << 16);
  #at = 0;

  constructor(contexts: number) {
    this.#states = new Uint8Array(contexts);
    this.#likely = new Uint8Array(contexts);
  }

  encode(context: number, bit: number): void {
    const state = this.#states[context] ?? 0;
    const qe = probability[state] ?? 0;
    const likely = this.#likely[context] ?? 0;
    this.#interval -= qe;
    if (bit === likely) {
      if ((this.#interval & 0x8000) !== 0) {
        this.#code += qe;
        return;
      }
      if (this.#interval < qe) this.#interval = qe;
      else this.#code += qe;
      this.#states[context] = afterMore[state] ?? 0;
    } else {
      if (this.#interval < qe) this.#code += qe;
      else this.#interval = qe;
      if (exchanges[state] === 1) this.#likely[context] = 1 - likely;
      this.#states[context] = afterLess[state] ?? 0;
    }
    do {
      this.#interval <<= 1;
      this.#code *= 2;
      if (--this.#count === 0) this.#byteOut();
    } while ((this.#interval & 0x8000) === 0);
  }

  /** Ends the code and returns all of it. */
  finish(): Buffer {
    const limit = this.#code + this.#interval;
    this.#code = Math.floor(this.#code / 0x10000) * 0x10000 + 0xffff;
    if (this.#code >= limit) this.#code -= 0x8000;
    for (let n = 0; n < 2; n++) {
      this.#code *= 2 ** this.#count;
      this.#byteOut();
    }
    const end = this.#bytes[this.#at] === 0xff ? this.#at : this.#at + 1;
    return Buffer.concat([this.#bytes.subarray(1, end), Buffer.from([0xff, 0xac])]);
  }

  #byteOut(): void {
    if (this.#bytes[this.#at] !== 0xff && this.#code >= 0x8000000) {
      this.#bytes[this.#at] = (this.#bytes[this.#at] ?? 0) + 1;
      if (this.#bytes[this.#at] === 0xff) this.#code &= 0x7ffffff;
      else this.#code -= 0x8000000;
    }
    const afterFull = this.#bytes[this.#at] === 0xff;
    const shift = afterFull ? 20 : 19;
    this.#at += 1;
    if (this.#at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    this.#bytes[this.#at] = this.#code >>> shift;
    this.#code &= (1 << shift) - 1;
    this.#count = afterFull ? 7 : 8;
  }
}
