// Values of the fields that a tool must have, some of them wrong.

/** By tool; the first of each is the one that converts. */
export const fields: Record<string, readonly Record<string, string>[]> = {
  'extract-pages': [{ ranges: '1' }, { ranges: '-1' }, { ranges: '1-' }],
  'rotate-pdf': [{ rotation: '90' }],
  'protect-pdf': [{ password: 'password' }],
  'unlock-pdf': [{ password: 'password' }, {}],
  'watermark-pdf': [{ text: 'DRAFT' }, { text: 'DRAFT', position: 'top-left', angle: '30', pages: '1' }],
  'page-numbers-pdf': [{}, { position: 'top-right', style: 'roman' }],
  'split-pdf': [{}, { every: '2' }, { max_size: '20000' }, { parts: '1;-1' }],
  'compress-pdf': [{}, { quality: 'low' }],
  'office-to-pdf': [{}, { pdf_standard: 'PDF/A-2b,PDF/UA-1' }],
};
