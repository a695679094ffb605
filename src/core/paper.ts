// The paper of documents that name none.

export const papers = ['a4', 'letter'] as const;

export type Paper = (typeof papers)[number];
