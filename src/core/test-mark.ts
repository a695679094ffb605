// The mark on results of test keys.
export const testMark = 'TEST';
