// The tasks of inspectors, by name. The code of a task is loaded when it is first needed, or while an inspector waits.
const extract = () => import('./tasks/extract.ts');
const overlays = () => import('./tasks/overlays.ts');
const turn = () => import('./tasks/turn.ts');
const readable = () => import('./tasks/readable.ts');
const merge = () => import('./tasks/merge.ts');
const made = () => import('./tasks/made.ts');
const detect = () => import('./tasks/detect.ts');
const office = () => import('./tasks/office.ts');
const files = () => import('./tasks/files.ts');
const print = () => import('./tasks/print.ts');
const ocr = () => import('./tasks/ocr.ts');

type Args<Load extends () => Promise<object>, Name extends keyof Awaited<ReturnType<Load>>> = Awaited<
  ReturnType<Load>
>[Name] extends (args: infer Given) => unknown
  ? Given
  : never;

export const tasks = {
  detect: async (args: Args<typeof detect, 'detectFiles'>) => (await detect()).detectFiles(args),
  extractPages: async (args: Args<typeof extract, 'extractPages'>) => (await extract()).extractPages(args),
  splitPages: async (args: Args<typeof extract, 'splitPages'>) => (await extract()).splitPages(args),
  splitBySize: async (args: Args<typeof extract, 'splitBySize'>) => (await extract()).splitBySize(args),
  watermark: async (args: Args<typeof overlays, 'watermarkPages'>) => (await overlays()).watermarkPages(args),
  numberPages: async (args: Args<typeof overlays, 'numberAllPages'>) => (await overlays()).numberAllPages(args),
  turnPages: async (args: Args<typeof turn, 'turnPages'>) => (await turn()).turnPages(args),
  makeReadable: async () => (await readable()).makeReadable(),
  drawAnnotations: async () => (await readable()).drawAnnotations(),
  merge: async (args: Args<typeof merge, 'mergeDocuments'>) => (await merge()).mergeDocuments(args),
  finishBook: async (args: Args<typeof made, 'finishPrintedBook'>) => (await made()).finishPrintedBook(args),
  blankPages: async () => (await made()).blankPages(),
  finishMade: async (args: Args<typeof made, 'finishMade'>) => (await made()).finishMade(args),
  checkDistilled: async (args: Args<typeof made, 'checkDistilled'>) => (await made()).checkDistilled(args),
  prepareOffice: async (args: Args<typeof office, 'prepareOffice'>) => (await office()).prepareOffice(args),
  officeNeedsOwnStart: async (args: Args<typeof office, 'officeNeedsOwnStart'>) =>
    (await office()).officeNeedsOwnStart(args),
  tableOfContentsUnchanged: async () => (await office()).tableOfContentsUnchanged(),
  sheetBlocks: async (args: Args<typeof office, 'sheetBlocks'>) => (await office()).sheetBlocks(args),
  slideNotes: async (args: Args<typeof office, 'notesOfSlides'>) => (await office()).notesOfSlides(args),
  pagesPreview: async () => (await office()).pagesPreview(),
  removeLocations: async (args: Args<typeof files, 'removeLocations'>) => (await files()).removeLocations(args),
  postScript: async () => (await files()).postScript(),
  unfoldBook: async (args: Args<typeof files, 'unfoldBook'>) => (await files()).unfoldBook(args),
  unfoldPageSite: async (args: Args<typeof print, 'unfoldPageSite'>) => (await print()).unfoldPageSite(args),
  unfoldMarkdownSite: async (args: Args<typeof print, 'unfoldMarkdownSite'>) =>
    (await print()).unfoldMarkdownSite(args),
  finishPrinted: async (args: Args<typeof print, 'finishPrinted'>) => (await print()).finishPrinted(args),
  layText: async (args: Args<typeof ocr, 'layRecognisedText'>) => (await ocr()).layRecognisedText(args),
  writeWords: async (args: Args<typeof ocr, 'writeWords'>) => (await ocr()).writeWords(args),
  archivedPage: async (page: number) => (await files()).archivedPage(page),
};

/** Loads the code that most documents need, before the first one arrives. */
export const preload = () => Promise.all([detect(), extract(), overlays(), merge(), made(), office()]);
export const loadAll = () => Promise.all([preload(), files(), print(), readable(), ocr()]);
