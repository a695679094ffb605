// Who may import whom. From this table `./platen docs` makes the linter's rules (.oxlint/layers.json) and the picture in
// docs/architecture.md: an import that is not in its folder's row fails the lint, a folder without a row a test.

export interface Layer {
  /** A folder below `src`, or its files alone (`*`). */
  folder: string;
  /** Its purpose, in a sentence. */
  about: string;
  /** The folders and files it may import; itself goes without saying. */
  imports: readonly string[];
  /** Those of which it may import types only. */
  types?: readonly string[];
  /** Files in those folders that it may not: {@link implementations}. */
  except?: readonly string[];
  /** Files of the folder that may all the same. */
  picks?: readonly string[];
  /** It reads the bytes of no file, only moves files. */
  readsNothing?: true;
  /** Packages that are for a few: {@link guardedPackages}. */
  packages?: readonly string[];
}

/** Implementations that only compose.ts and compose-work.ts import. */
const implementations = [
  'database/sqlite',
  'database/postgres',
  'queue/in-memory',
  'files/local',
  'limits/memory',
  'limits/postgres',
  'dispatch/in-process',
  'dispatch/shared',
  'dispatch/order-queue',
  'database/listener',
].map((name) => `service/${name}.ts`);

/** From top to bottom: each may import from those below it alone. */
export const layers: readonly Layer[] = [
  {
    folder: 'cli',
    about: 'The commands of `./platen`, a file each.',
    imports: [
      '*',
      'mcp',
      'reference',
      'service',
      'config.ts',
      'core',
      'conversion/*',
      'conversion/engines',
      'conversion/metric-fonts',
      'conversion/process',
      'conversion/tools',
    ],
    except: implementations,
  },
  {
    folder: '*',
    about: 'Wires everything together, starts and stops it.',
    imports: [
      'dashboard',
      'http',
      'service',
      'config.ts',
      'core',
      'conversion/engines',
      'conversion/metric-fonts',
      'conversion/process',
      'conversion/tools',
      'conversion/options',
    ],
    except: implementations,
    picks: ['src/compose.ts', 'src/compose-work.ts'],
  },
  {
    folder: 'dashboard',
    about: "The web dashboard's pages and their private API.",
    imports: ['transport', 'reference', 'service', 'messages', 'config.ts', 'core'],
    types: ['conversion/tools'],
    except: implementations,
  },
  {
    folder: 'http',
    about: 'The public API: its routes and keys.',
    imports: ['mcp', 'transport', 'reference', 'service', 'config.ts', 'core'],
    types: ['conversion/tools'],
    except: implementations,
  },
  {
    folder: 'mcp',
    about: 'Tools, resources and prompts for assistants, over the files of a machine or by a service.',
    imports: ['reference', 'service', 'conversion/*', 'core'],
    types: ['conversion/tools'],
    except: implementations,
  },
  {
    folder: 'reference',
    about: 'Documentation from the code: the pages of /docs with their samples, the OpenAPI document.',
    imports: ['conversion/engines', 'conversion/tools', 'conversion/options', 'messages', 'config.ts', 'core'],
  },
  {
    folder: 'transport',
    about: 'Shared by all HTTP routes: uploads, downloads, errors, rates.',
    imports: ['service', 'config.ts', 'core'],
    types: ['conversion/tools'],
    except: implementations,
  },
  {
    folder: 'service',
    about: 'Accounts, quota, jobs, files, mail; it opens no document.',
    imports: ['conversion/*', 'messages', 'config.ts', 'core'],
    types: ['conversion/tools', 'conversion/engines'],
    packages: ['kysely', 'pg', 'pg-boss'],
  },
  {
    folder: 'conversion/*',
    about: 'One conversion: admitted, inspected, performed.',
    imports: ['conversion/options', 'core'],
    types: ['conversion/tools', 'conversion/engines'],
  },
  {
    folder: 'conversion/tools',
    about: 'The tools as data, each with a run that composes engines.',
    imports: [
      'conversion/engines',
      'conversion/metric-fonts',
      'conversion/options',
      'conversion/zip/writer.ts',
      'core',
    ],
    types: ['conversion/compress'],
    readsNothing: true,
  },
  {
    folder: 'conversion/engines',
    about: 'Adapters, outside of the sandbox, for programs, the PDF process and Node processes.',
    imports: ['conversion/process', 'core'],
    types: ['conversion/inspector', 'conversion/compress', 'conversion/browser'],
  },
  {
    folder: 'conversion/inspector',
    about: 'Runs in a sandbox, one document after the other: the tasks of memory-safe code.',
    imports: [
      ...['epub', 'html', 'office', 'ocr', 'detect', 'heif', 'postscript', 'pdf', 'zip', 'options', 'process'].map(
        (name) => `conversion/${name}`,
      ),
      'core',
    ],
  },
  {
    folder: 'conversion/documents',
    about: 'Runs in a sandbox, one document and no more: the tasks of native code in Node.',
    imports: [
      ...['word', 'markdown', 'excel', 'compress', 'images', 'pdf', 'pdfium', 'process'].map(
        (name) => `conversion/${name}`,
      ),
      'core',
    ],
    packages: ['sharp', 'koffi'],
  },
  {
    folder: 'conversion/word',
    about: 'The layout of a PDF as a Word document.',
    imports: ['conversion/layout', 'conversion/fonts', 'conversion/pdf', 'conversion/pdfium', 'core'],
    packages: ['sharp', 'koffi'],
  },
  {
    folder: 'conversion/markdown',
    about: 'The layout of a PDF as Markdown, plain text or JSON.',
    imports: ['conversion/layout', 'conversion/pdf', 'core'],
  },
  {
    folder: 'conversion/excel',
    about: 'The tables of a PDF as a workbook, or as CSV.',
    imports: ['conversion/layout', 'conversion/pdf', 'core'],
  },
  {
    folder: 'conversion/layout',
    about:
      'The content of a PDF: letters, lines, then blocks in reading order with their roles and positions, for any writer.',
    imports: ['conversion/fonts', 'conversion/metric-fonts', 'conversion/pdf', 'conversion/pdfium', 'core'],
    packages: ['sharp', 'koffi'],
  },
  {
    folder: 'conversion/compress',
    about: 'Makes PDFs smaller: pictures, fonts and leftovers.',
    imports: ['conversion/fonts', 'conversion/images', 'conversion/pdf', 'conversion/pdfium', 'core'],
    packages: ['sharp', 'koffi'],
  },
  {
    folder: 'conversion/epub',
    about: 'Books as pages for a browser to print.',
    imports: ['conversion/detect', 'conversion/pdf', 'conversion/zip', 'core'],
    packages: ['htmlparser2', 'css-tree', 'domhandler', 'dom-serializer', 'entities'],
  },
  {
    folder: 'conversion/ocr',
    about: 'Recognised text: put under the pictures of pages, or written as JSON.',
    imports: ['conversion/fonts', 'conversion/pdf', 'core'],
  },
  {
    folder: 'conversion/browser',
    about: 'Runs in a sandbox: drives the browser that prints one page, and serves the requests of the page.',
    imports: ['conversion/process', 'core'],
    types: ['conversion/html'],
  },
  {
    folder: 'conversion/html',
    about: 'Web pages and Markdown with their files, for a browser to print.',
    imports: ['conversion/pdf', 'conversion/zip', 'core'],
  },
  {
    folder: 'conversion/office',
    about: 'Office documents, prepared for their layout.',
    imports: ['conversion/detect', 'conversion/metric-fonts', 'conversion/zip', 'core'],
    packages: ['csv-parse', 'htmlparser2'],
  },
  {
    folder: 'conversion/detect',
    about: 'Detects the format of a file from its bytes.',
    imports: ['conversion/zip', 'core'],
  },
  {
    folder: 'conversion/images',
    about: 'Pictures as PDFs, without a second loss.',
    imports: ['core'],
    packages: ['sharp'],
  },
  { folder: 'conversion/heif', about: 'The place in the EXIF data of photos.', imports: [] },
  { folder: 'conversion/postscript', about: 'The bare program of a PostScript file.', imports: [] },
  {
    folder: 'conversion/pdf',
    about:
      'The objects of PDFs: pages, content streams, outlines, extraction, merging, and the requirements of standards.',
    imports: ['core'],
  },
  {
    folder: 'conversion/metric-fonts',
    about: 'Fonts with the measures of families that are not free: which, how they are made, who finds them.',
    imports: ['conversion/fonts', 'conversion/process', 'core'],
  },
  { folder: 'conversion/fonts', about: 'Font programs taken apart: their tables, names and encodings.', imports: [] },
  { folder: 'conversion/pdfium', about: "PDFium's functions.", imports: [], packages: ['koffi'] },
  { folder: 'conversion/zip', about: 'ZIP archives read, written and written anew.', imports: ['core'] },
  {
    folder: 'conversion/process',
    about: 'Programs in sandboxes: started, fed, watched, killed.',
    imports: ['core'],
  },
  {
    folder: 'conversion/options',
    about: "The values of tools' form fields.",
    imports: ['core'],
  },
  { folder: 'messages', about: 'The texts of pages and e-mails, in every language.', imports: [], types: ['core'] },
  {
    folder: 'core',
    about: 'Errors, formats, clocks and deadlines: imported by every layer, importing none.',
    imports: [],
  },
];
