// The stored names of an output's previews: `preview`, `preview-2`, `preview-3`…; `preview-0` is a PDF of all pages.

export const previewName = (page: number): string => (page === 1 ? 'preview' : `preview-${page}`);

export const isPreviewName = (name: string): boolean => /^preview(-\d+)?$/.test(name);
