// Handles of PDFium's objects. All of them are pointers; the brands keep a page from being passed where a font is wanted.

declare const kind: unique symbol;
interface Handle<Kind extends string> {
  readonly [kind]: Kind;
}

export type DocumentHandle = Handle<'document'>;
export type PageHandle = Handle<'page'>;
export type BitmapHandle = Handle<'bitmap'>;
export type TextPageHandle = Handle<'text page'>;
export type PageObjectHandle = Handle<'page object'>;
export type FontHandle = Handle<'font'>;
export type MarkHandle = Handle<'mark'>;
export type AnnotationHandle = Handle<'annotation'>;
export type FormHandle = Handle<'form'>;
export type SegmentHandle = Handle<'path segment'>;
/** Memory that PDFium owns. */
export type BufferHandle = Handle<'buffer'>;
