// Office documents by the way in which they are stored.
import { formats, type Format } from '#core/formats.ts';

const { docx, docm, xlsx, xlsm, pptx, pptm } = formats;
const { odt, ods, odp, odg, fodt, fods, fodp, fodg, sxw, sxc, sxi, sxd } = formats;

/** OpenDocument and OpenOffice 1: archives whose text is in `content.xml`. */
export const openArchives: readonly Format[] = [odt, ods, odp, odg, sxw, sxc, sxi, sxd];
/** OpenDocument as one file of markup. */
export const flatDocuments: readonly Format[] = [fodt, fods, fodp, fodg];
export const microsoftTexts: readonly Format[] = [docx, docm];
export const microsoftSheets: readonly Format[] = [xlsx, xlsm];
/** Office Open XML (ECMA-376). */
export const microsoftArchives: readonly Format[] = [...microsoftSheets, ...microsoftTexts, pptx, pptm];
