// What the results of test keys carry.
export const testMark = 'TEST';
