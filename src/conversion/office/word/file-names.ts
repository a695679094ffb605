// Fields with the name of the file (17.16.5.17): the copy that LibreOffice opens has another name and another folder, so they keep the text that Word saved.

const code = /(<w:instrText[^<>]*>\s*|\sw:instr="\s*)FILENAME(?=[\s\\<"])/gi;
/** A field that shows its text (17.16.5.49), which LibreOffice leaves alone. */
const kept = 'QUOTE';

/** A part of a document whose fields show the file's name as it was saved. */
export const withSavedFileNames = (part: string): string => part.replaceAll(code, (_, before: string) => before + kept);
