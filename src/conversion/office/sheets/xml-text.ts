// Text of XML as it is meant: its entities and character references (XML 1.0, 4.1 and 4.6).
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const unescapeMarkup = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
        return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) || code < 9 ? '' : String.fromCodePoint(code);
      })
    : text;
