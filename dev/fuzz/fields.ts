// Values of the fields that a tool must have, some of them wrong.

/** By tool; the first of each is the one that converts. */
export const fields: Record<string, readonly Record<string, string>[]> = {
  'extract-pages': [{ ranges: '1' }, { ranges: '-1' }, { ranges: '1-' }],
  'rotate-pdf': [{ rotation: '90' }],
  'protect-pdf': [{ password: 'password' }],
  'unlock-pdf': [{ password: 'password' }, {}],
  'watermark-pdf': [{ text: 'DRAFT' }],
  'compress-pdf': [{}, { quality: 'low' }],
  'office-to-pdf': [{}, { pdf_standard: 'PDF/A-2b,PDF/UA-1' }],
};
