// An image on its way into a PDF.

/** An image as PDF stores it: a dictionary without Length, and the encoded samples. */
export interface Picture {
  width: number;
  height: number;
  colorSpace: ColorSpace;
  bitsPerComponent: number;
  /** Further dictionary entries: filter, parameters, Decode. */
  entries: string;
  data: Uint8Array;
  softMask?: Picture;
  /** EXIF orientation that the page's matrix still has to apply; 1 when the samples are upright. */
  orientation: number;
}

export interface ColorSpace {
  /** A device space, or an Indexed one over it. */
  name: string;
  components: number;
  profile?: Buffer | undefined;
  palette?: Buffer | undefined;
}
