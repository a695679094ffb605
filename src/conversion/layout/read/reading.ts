// The pages of a document as PDFium and the document's objects give them.
import { Failure } from '#core/failure.ts';
import type { PageHandle } from '#conversion/pdfium/handles.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import type { PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf, visibleBox, type PdfPage } from '#conversion/pdf/pages.ts';
import { privateLettersOf } from '#conversion/pdf/single-letters.ts';
import type { PageContent } from '../page-content.ts';
import { type AnnotationLook, annotationLook, noLook } from './annotation-look.ts';
import { lettersByShape, type LettersByShape } from './letter-shapes.ts';
import { readPage } from './page.ts';
import { unmappedLettersOf } from './unmapped-letters.ts';
import { readableViewport, type Viewport } from './viewport.ts';

/** A page, and how many letters of each font could not be read. */
export interface PageRead {
  index: number;
  content: PageContent;
  unreadable: ReadonlyMap<string, number>;
}

interface Reading {
  pages: readonly PdfPage[];
  viewports: readonly Viewport[];
  /** Undefined of a page that PDFium cannot load. */
  read: (index: number) => PageRead | undefined;
  /** How an annotation is painted, by its place among those of its page. */
  annotationLook: (page: number, annotation: number) => AnnotationLook;
  /** The same with the letters that only the shapes of another font's letters identify. */
  byShape: () => (index: number) => PageRead | undefined;
}

/** @throws Failure source_unreadable */
export function openReading(path: string, document: PdfDocument): Reading {
  const opened = pdfium.loadFile(path, null);
  if (opened === null) throw new Failure('source_unreadable');
  const pages = pagesOf(document);
  const viewports = pages.map((page): Viewport => {
    const { box, rotation } = visibleBox(document, page);
    return { left: box[0], bottom: box[1], right: box[2], top: box[3], rotation };
  });
  const ofPrivate = privateLettersOf(document);
  /** The page whose annotations were read last. */
  let ofAnnotations: { page: number; handle: PageHandle } | undefined;
  const reader = (shapes?: LettersByShape) => {
    const unmapped = unmappedLettersOf(document, shapes);
    return (index: number): PageRead | undefined => {
      const [page, viewport] = [pages[index], viewports[index]];
      const loaded = pdfium.loadPage(opened, index);
      if (page === undefined || viewport === undefined || loaded === null) return undefined;
      let unreadable = new Map<string, number>();
      const readAs = (seen: Viewport) => {
        unreadable = new Map();
        return readPage(opened, loaded, {
          index,
          viewport: seen,
          letters: { unmapped: unmapped(page, unreadable), ofPrivate },
        });
      };
      let content = readAs(viewport);
      const shown = content.letters.filter(({ text, isHidden }) => !isHidden && text.trim() !== '');
      const readable = readableViewport(viewport, shown);
      if (readable !== undefined) content = readAs((viewports[index] = readable));
      // Pictures are taken from open pages.
      if (content.pictures.length === 0) pdfium.closePage(loaded);
      return { index, content, unreadable };
    };
  };
  return {
    pages,
    viewports,
    read: reader(),
    annotationLook(page, annotation) {
      if (ofAnnotations?.page !== page) {
        if (ofAnnotations !== undefined) pdfium.closePage(ofAnnotations.handle);
        const handle = pdfium.loadPage(opened, page);
        ofAnnotations = handle === null ? undefined : { page, handle };
      }
      return ofAnnotations === undefined ? noLook : annotationLook(ofAnnotations.handle, annotation);
    },
    byShape() {
      const unmapped = unmappedLettersOf(document);
      const isNumbered = (index: number) => {
        const page = pages[index];
        return page === undefined ? () => false : unmapped(page, new Map()).isNumbered;
      };
      return reader(lettersByShape(opened, pages.length, isNumbered));
    },
  };
}
