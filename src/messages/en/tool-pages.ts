// What each tool does, on its page of the documentation; and fields of which a form says less (`TOOL_FIELD`).

export const toolPages = {
  'image-to-pdf': 'Put an image on a PDF page of its own size, without compressing it again.',
  'heic-to-jpg':
    'Turn the primary photo of a HEIC file into a JPEG, upright and without the location where it was taken.',
  'heic-to-pdf': 'Put each photo of a HEIC file on a PDF page of its own size.',
  'office-to-pdf': 'Lay out a text document, spreadsheet, presentation or drawing as a PDF.',
  'epub-to-pdf': 'Lay out a book on A4, with its table of contents, outline and links.',
  'ps-to-pdf': 'Turn a PostScript program or drawing into a PDF; text stays text, drawings stay drawings.',
  'pdf-to-image': 'Make a picture of every page, at 150 DPI.',
  'merge-pdf': 'Join PDFs into one, in the order they were sent, with their outlines, links, forms and attachments.',
  'split-pdf': 'Make a PDF of every page.',
  'extract-pages': 'Keep some pages of a PDF, in the order you write them, and nothing of the others.',
  'compress-pdf':
    'Make a PDF smaller. Pictures are sampled down to the resolution that the field quality names; nothing else is lost. The result is never larger, and comes with a report.',
  'pdf-to-word': 'Make an editable Word document: flowing paragraphs, headings, lists, tables, headers and footers.',
  'rotate-pdf': 'Turn the pages of a PDF clockwise.',
  'protect-pdf': 'Encrypt a PDF with AES-256: it asks for the password when it is opened.',
  'unlock-pdf': 'Remove the password and the restrictions of a PDF.',
  'watermark-pdf': 'Write one diagonal line of text over every page.',
  'page-numbers-pdf': 'Number the pages at the bottom.',
  'rotate-pdf_pages':
    'The only pages to turn, separated by commas: N, A-B, N- or -N, each with @90, @180 or @270 where it is not turned by `rotation`. Of a page that is named twice, the last one counts.',
  'merge-pdf_pages':
    'The only pages of the result, in its order, separated by commas: FILE (all pages of a file, counted from 1 as they were sent) or FILE:PAGES (N, A-B, N- or -N), each with @90, @180 or @270 to turn them clockwise. Each page comes out once; attachments only where every page stays in its place.',
  'pdf-to-markdown':
    'Read a PDF as Markdown, plain text or JSON: headings, lists, tables, notes and links in reading order.',
  'office-to-markdown':
    'Read a document, spreadsheet, presentation, book or web page as Markdown, plain text or JSON; sheets as tables, slides with their notes.',
  'pdf-to-excel':
    'Make a workbook of the tables: numbers, percentages, currencies and dates as values, each table a sheet.',
  'html-to-pdf': 'Print a web page with its files to a tagged PDF, as a browser does, without a network.',
  'markdown-to-pdf': 'Set a Markdown file with its pictures as a tagged PDF, with an outline and links.',
} as const;
